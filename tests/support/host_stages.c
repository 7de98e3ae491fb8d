// SPDX-License-Identifier: MIT
// The passes of the tree form that take a stage each, on the host: mirrors of
// shaders/tree/stage*.frag.
#include "host_kernel.h"

#include <string.h>

// What a mirror takes from the pass that it runs.
struct stage {
    struct host_machine* m;
    const struct stage_params* p;
    uint32_t count;
    uint32_t layers;
    uint32_t node_log;
    uint32_t group_phases;
    bool one_texture;
};

struct node {
    struct host_item item;
    uint32_t left;
    uint32_t right;
};

struct walk {
    uint32_t p;
    uint32_t q;
    struct host_item lower;
    struct host_item upper;
};

static struct stage stage_of(struct host_machine* m)
{
    uint32_t layers = host_define(m->pass, "LAYERS");
    return (struct stage){
        .m = m,
        .p = &m->params.stage,
        .count = host_count(m),
        .layers = layers,
        .node_log = layers == 8 ? TREE_EIGHT_LOG : TREE_FOUR_LOG,
        .group_phases = layers / 2,
        .one_texture = host_define(m->pass, "ONE_TEXTURE") != 0,
    };
}

static bool is_greater(const struct stage* s, struct host_item a, struct host_item b)
{
    ++s->m->counts.comparisons;
    return a.key > b.key || (a.key == b.key && a.index > b.index);
}

// ---- addresses ------------------------------------------------------------------------

// `words` words at a place of elements, or at an address of nodes: half a layer is two.
static void fetch_place(const struct stage* s, uint32_t unit, uint32_t log,
                        uint32_t place, uint32_t words, uint32_t* out)
{
    uint32_t texel = place >> log;
    uint32_t width_log = s->p->width_log;
    host_fetch(s->m, unit, texel & ((1u << width_log) - 1), texel >> width_log,
               2 * (place & ((1u << log) - 1)), words, out);
}

static struct host_item element_at(const struct stage* s, uint32_t position)
{
    struct host_item item;
    uint32_t words[2];
    fetch_place(s, UNIT_ELEMENTS, SIXTEENS_LOG, position + s->p->source_first, 2, words);
    memcpy(&item, words, sizeof item);
    return item;
}

static uint32_t nodes_unit(const struct stage* s)
{
    return s->one_texture ? UNIT_ELEMENTS : UNIT_NODES;
}

static struct node stored_node(const struct stage* s, uint32_t address)
{
    struct node node = {{0, 0}, 0, 0};
    uint32_t words[4] = {0, 0, 0, 0};
    fetch_place(s, nodes_unit(s), s->node_log, address, address % 2 != 0 ? 2 : 4, words);
    memcpy(&node, words, sizeof node);
    return node;
}

static uint32_t mirrored(const struct stage* s, uint32_t at)
{
    uint32_t run = 1u << (s->p->level - 1);
    return (at & run) != 0 ? at ^ (run - 1) : at;
}

static struct node fetch_node(const struct stage* s, uint32_t address, uint32_t reach)
{
    if ((address & TREE_IN_ARRAY) == 0)
        return stored_node(s, address);
    uint32_t position = mirrored(s, address & ~TREE_IN_ARRAY);
    struct node node = {{0xFFFFFFFFu, position}, address - reach, address + reach};
    if (position < s->count)
        node.item = element_at(s, position);
    return node;
}

// ---- walks ----------------------------------------------------------------------------

static struct walk start_walk(const struct stage* s, struct node root,
                              struct host_item spare)
{
    bool swap = is_greater(s, root.item, spare);
    return (struct walk){
        .p = swap ? root.right : root.left,
        .q = swap ? root.left : root.right,
        .lower = swap ? spare : root.item,
        .upper = swap ? root.item : spare,
    };
}

static struct walk start_pair(const struct stage* s, uint32_t x, uint32_t stage)
{
    if (stage == 0) {
        uint32_t end = (x + 1) << s->p->level;
        uint32_t run = 1u << (s->p->level - 1);
        return start_walk(s, fetch_node(s, (end - run - 1) | TREE_IN_ARRAY, run / 2),
                          fetch_node(s, (end - 1) | TREE_IN_ARRAY, 0).item);
    }
    uint32_t from = x / 2 << s->node_log | x % 2 << 1;
    return start_walk(s, stored_node(s, s->p->roots + from),
                      stored_node(s, s->p->spares + from).item);
}

static void step_walk(const struct stage* s, struct walk* w, struct node* p,
                      struct node* q, uint32_t p_child, uint32_t q_child)
{
    if (is_greater(s, p->item, q->item)) {
        struct node kept = *p;
        w->p = p->right;
        w->q = q->right;
        *p = (struct node){q->item, q->left, p_child};
        *q = (struct node){kept.item, kept.left, q_child};
    } else {
        w->p = p->left;
        w->q = q->left;
        p->left = p_child;
        q->left = q_child;
    }
}

static void emit_node(const struct stage* s, uint32_t layer, struct node node)
{
    uint32_t words[4] = {node.item.key, node.item.index, node.left, node.right};
    host_emit(s->m, layer, words);
}

static void emit_two(const struct stage* s, uint32_t layer, struct host_item a,
                     struct host_item b)
{
    emit_node(s, layer, (struct node){a, b.key, b.index});
}

// The group of phases and the pair of a fragment; false if it has none.
static bool take_place(const struct stage* s, uint32_t texel, uint32_t* group,
                       uint32_t* x)
{
    uint32_t at = texel - s->p->block_first;
    *group = 0;
    for (uint32_t i = 1; i < s->p->groups; ++i)
        *group += at >= i * s->p->block_stride;
    *x = at - *group * s->p->block_stride;
    if (*x < s->p->pairs)
        return true;
    host_discard(s->m);
    return false;
}

static uint32_t slot_at(const struct stage* s, uint32_t first, uint32_t stride,
                        uint32_t place, uint32_t x, uint32_t side)
{
    uint32_t texel = first + place / s->group_phases * stride + x;
    return texel << s->node_log | place % s->group_phases << 2 | side << 1;
}

// ---- passes ---------------------------------------------------------------------------

static void run_stage(struct host_machine* m, uint32_t texel)
{
    struct stage s = stage_of(m);
    uint32_t group;
    uint32_t x;
    if (!take_place(&s, texel, &group, &x))
        return;
    struct walk w = start_pair(&s, x, s.p->stage);
    for (uint32_t place = 0; place < (group + 1) * s.group_phases; ++place) {
        struct node p = {w.lower, 0, 0}, q = {w.upper, 0, 0};
        uint32_t layer = 2 * (place % s.group_phases);
        bool shown = place / s.group_phases == group;
        if (place > s.p->phase_offset) {
            uint32_t phase = place - s.p->phase_offset;
            uint32_t reach = (1u << (s.p->phases - 1 - phase)) / 2;
            uint32_t next = place + 1;
            p = fetch_node(&s, w.p, reach);
            q = fetch_node(&s, w.q, reach);
            step_walk(&s, &w, &p, &q,
                      slot_at(&s, s.p->block_first, s.p->block_stride, next, x, 0),
                      slot_at(&s, s.p->block_first, s.p->block_stride, next, x, 1));
        }
        if (shown)
            emit_node(&s, layer, p);
        if (shown)
            emit_node(&s, layer + 1, q);
    }
}

static uint32_t last_slot(const struct stage* s, uint32_t x, uint32_t phase,
                          uint32_t side)
{
    uint32_t texel = (s->p->block_first + x) << s->node_log;
    return texel | (phase > 3 ? 14 + side : 2 * (2 * phase - 1 + side));
}

static void run_last(struct host_machine* m, uint32_t texel)
{
    struct stage s = stage_of(m);
    uint32_t x = texel - s.p->block_first;
    if (x >= s.p->pairs) {
        host_discard(m);
        return;
    }
    struct walk w = start_pair(&s, x, s.p->stage);
    emit_two(&s, 0, w.lower, w.upper);
    for (uint32_t phase = 1; phase < 5; ++phase) {
        struct node p = fetch_node(&s, w.p, 8u >> phase);
        struct node q = fetch_node(&s, w.q, 8u >> phase);
        step_walk(&s, &w, &p, &q, last_slot(&s, x, phase + 1, 0),
                  last_slot(&s, x, phase + 1, 1));
        if (phase == 4) {
            emit_two(&s, 7, p.item, q.item);
        } else {
            emit_node(&s, 2 * phase - 1, p);
            emit_node(&s, 2 * phase, q);
        }
    }
}

// The nodes of a phase of the second stage of a pass, if they are in the group.
static void emit_phase(const struct stage* s, uint32_t group, uint32_t phase,
                       struct node p, struct node q)
{
    uint32_t place = phase + s->p->phase_offset;
    if (place / s->group_phases != group)
        return;
    emit_node(s, 2 * (place % s->group_phases), p);
    emit_node(s, 2 * (place % s->group_phases) + 1, q);
}

static uint32_t own_slot(const struct stage* s, uint32_t x, uint32_t phase, uint32_t side)
{
    return slot_at(s, s->p->block_first, s->p->block_stride, phase + s->p->phase_offset,
                   x, side);
}

static uint32_t parent_slot(const struct stage* s, uint32_t x, uint32_t phase,
                            uint32_t side)
{
    return slot_at(s, s->p->parent_first, s->p->parent_stride,
                   phase + s->p->parent_offset, x, side);
}

// Places of the first group before phase 0 hold nothing.
static void clear_places(const struct stage* s, uint32_t group)
{
    const struct node nothing = {{0, 0}, 0, 0};
    for (uint32_t place = 0; place < s->p->phase_offset && group == 0; ++place) {
        emit_node(s, 2 * place, nothing);
        emit_node(s, 2 * place + 1, nothing);
    }
}

static void run_two(struct host_machine* m, uint32_t texel)
{
    struct stage s = stage_of(m);
    uint32_t group;
    uint32_t x;
    if (!take_place(&s, texel, &group, &x))
        return;
    clear_places(&s, group);
    struct walk parent = start_pair(&s, x / 2, s.p->stage - 1);
    struct walk own = parent;
    uint32_t end = (group + 1) * s.group_phases - s.p->phase_offset;
    for (uint32_t i = 1; i <= end; ++i) {
        uint32_t reach = (1u << (s.p->phases - i)) / 2;
        uint32_t slot = parent_slot(&s, x / 2, i, x % 2);
        struct node p = fetch_node(&s, parent.p, reach);
        struct node q = fetch_node(&s, parent.q, reach);
        step_walk(&s, &parent, &p, &q, parent_slot(&s, x / 2, i + 1, 0),
                  parent_slot(&s, x / 2, i + 1, 1));
        struct node changed = x % 2 == 0 ? p : q;
        if (i == 1) {
            own = start_walk(&s, changed, x % 2 == 0 ? parent.lower : parent.upper);
            emit_phase(&s, group, 0, (struct node){own.lower, 0, 0},
                       (struct node){own.upper, 0, 0});
            continue;
        }
        struct node own_p = own.p == slot ? changed : fetch_node(&s, own.p, reach);
        struct node own_q = own.q == slot ? changed : fetch_node(&s, own.q, reach);
        step_walk(&s, &own, &own_p, &own_q, own_slot(&s, x, i, 0), own_slot(&s, x, i, 1));
        emit_phase(&s, group, i - 1, own_p, own_q);
    }
}

// In-order of a subtree, from its root.
static struct host_item* flatten(const struct stage* s, uint32_t address, uint32_t height,
                                 struct host_item* out)
{
    struct node node = fetch_node(s, address, (1u << (height - 1)) / 2);
    if (height > 1)
        out = flatten(s, node.left, height - 1, out);
    *out++ = node.item;
    return height > 1 ? flatten(s, node.right, height - 1, out) : out;
}

static void run_finish(struct host_machine* m, uint32_t texel)
{
    struct stage s = stage_of(m);
    uint32_t y = texel - s.p->target_first;
    struct host_item item[16];
    if (y >= (s.count + 15) / 16) {
        host_discard(m);
        return;
    }
    uint32_t pair = y / 2 << s.node_log;
    flatten(&s, s.p->roots + pair + y % 2 * 2, 4, item);
    item[15] = stored_node(&s, s.p->spares + pair + y % 2 * s.p->spare_step).item;
    host_merge_items(m, item, 16);
    host_emit_items(m, item);
}

static struct host_item reached(const struct stage* s, uint32_t position)
{
    uint32_t tree_end = ((position >> s->p->level) + 1) << s->p->level;
    uint32_t height = s->p->subtree_log;
    uint32_t subtree = position >> height;
    uint32_t ordinal = (position & ((1u << height) - 1)) + 1;
    uint32_t pair = subtree / 2 << s->node_log;
    if (tree_end > s->count)
        return element_at(s, position);
    if (ordinal == 1u << height)
        return stored_node(s, s->p->spares + pair + subtree % 2 * s->p->spare_step).item;
    struct node node = stored_node(s, s->p->roots + pair + subtree % 2 * 2);
    for (uint32_t h = height - 1; (ordinal & ((2u << h) - 1)) != 1u << h; --h)
        node = fetch_node(s, (ordinal >> h & 1) != 0 ? node.right : node.left,
                          (1u << h) / 4);
    return node.item;
}

static void run_peek(struct host_machine* m, uint32_t texel)
{
    struct stage s = stage_of(m);
    uint32_t first = (texel - s.p->target_first) << SIXTEENS_LOG;
    struct host_item item[16];
    if (first >= s.count) {
        host_discard(m);
        return;
    }
    for (uint32_t i = 0; i < 16; ++i)
        item[i] = reached(&s, first + i < s.count ? first + i : s.count - 1);
    host_emit_items(m, item);
}

static const struct host_shader shaders[] = {
    {SHADER_STAGE_DRAW, 0, NULL, run_stage},
    {SHADER_STAGE_LAST_DRAW, 0, NULL, run_last},
    {SHADER_STAGE_TWO_DRAW, 0, NULL, run_two},
    {SHADER_STAGE_FINISH_DRAW, 0, NULL, run_finish},
    {SHADER_STAGE_PEEK_DRAW, 0, NULL, run_peek},
};

const struct host_shaders host_stage_shaders = {shaders,
                                                sizeof shaders / sizeof shaders[0]};
