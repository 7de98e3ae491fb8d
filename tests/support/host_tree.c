// SPDX-License-Identifier: MIT
// The passes of the tree form on the host, both backends: what tree/tree.glsl, its
// streams and the passes around it do, word for word.
#include "host_kernel.h"

struct element {
    uint key;
    uint index;
};

struct node {
    struct element element;
    uint left;
    uint right;
};

struct address_pair {
    uint x;
    uint y;
};

static bool is_draw(const struct host_machine* m)
{
    return m->pass->kind != GLSORT_PASS_DISPATCH;
}

// ---- streams --------------------------------------------------------------------------

// Items of a stream, wherever the backend keeps it.
static void item_at(struct host_machine* m, uint binding, uint unit, uint slot,
                    uint words, uint* out)
{
    uint width_log = m->params.tree.width_log;
    if (is_draw(m))
        host_fetch(m, unit, slot & ((1u << width_log) - 1), slot >> width_log, 0, words,
                   out);
    else
        host_read(m, binding, (size_t)slot * words, words, out);
}

static struct element element_at(struct host_machine* m, uint position)
{
    uint words[2];
    item_at(m, TREE_ELEMENTS_IN, UNIT_ELEMENTS, position, 2, words);
    return (struct element){words[0], words[1]};
}

static struct node node_at(struct host_machine* m, uint slot)
{
    uint words[4];
    item_at(m, TREE_NODES_IN, UNIT_NODES, slot, 4, words);
    return (struct node){{words[0], words[1]}, words[2], words[3]};
}

// Relaxed: entry `pair` of the step's paths. Strict: the words beside slots of nodes.
static struct address_pair path_at(struct host_machine* m, uint pair, uint slot)
{
    struct address_pair path = {0, 0};
    if (is_draw(m)) {
        item_at(m, 0, UNIT_PATHS, slot, 1, &path.x);
        item_at(m, 0, UNIT_PATHS, slot + 1, 1, &path.y);
        return path;
    }
    uint words[2];
    host_read(m, TREE_PATHS_IN, 2 * (size_t)(m->params.tree.paths_in + pair), 2, words);
    return (struct address_pair){words[0], words[1]};
}

// ---- tree/tree.glsl -------------------------------------------------------------------

static bool is_greater_uncounted(const struct host_machine* m, struct element a,
                                 struct element b)
{
    if (m->no_tie_break)
        return a.key > b.key;
    return a.key > b.key || (a.key == b.key && a.index > b.index);
}

static bool is_greater(struct host_machine* m, struct element a, struct element b)
{
    ++m->counts.comparisons;
    return is_greater_uncounted(m, a, b);
}

static struct element source_element(struct host_machine* m, uint position, uint count)
{
    if (position < count)
        return element_at(m, position);
    return (struct element){0xFFFFFFFFu, position};
}

static uint mirrored_position(const struct host_machine* m, uint at)
{
    uint size = 1u << m->params.tree.level;
    uint i = at & (size - 1);
    return i < size >> 1 ? at : at - i + size + (size >> 1) - 1 - i;
}

static struct node fetch_node(struct host_machine* m, uint address, uint count)
{
    if ((address & TREE_IN_ARRAY) == 0)
        return node_at(m, address);
    uint at = address & ~TREE_IN_ARRAY;
    uint ordinal = (at & ((1u << m->params.tree.level) - 1)) + 1;
    uint reach = (ordinal & (~ordinal + 1)) >> 1;
    return (struct node){
        .element = source_element(m, mirrored_position(m, at), count),
        .left = (at - reach) | TREE_IN_ARRAY,
        .right = (at + reach) | TREE_IN_ARRAY,
    };
}

struct phase_result {
    struct node first;
    struct node second;
    struct address_pair next;
};

static struct phase_result start_stage(struct host_machine* m, struct node root,
                                       struct node spare, uint children)
{
    struct phase_result result = {.next = {root.left, root.right}};
    if (is_greater(m, root.element, spare.element)) {
        result.next = (struct address_pair){root.right, root.left};
        struct element kept = root.element;
        root.element = spare.element;
        spare.element = kept;
    }
    result.first = (struct node){root.element, children, children + 1};
    result.second = (struct node){spare.element, 0, 0};
    return result;
}

static struct phase_result step_down(struct host_machine* m, struct node p, struct node q,
                                     uint children, bool last)
{
    struct phase_result result = {.next = {p.left, q.left}};
    bool swap = is_greater(m, p.element, q.element);
    if (swap) {
        struct node kept = p;
        p.element = q.element;
        p.left = q.left;
        q.element = kept.element;
        q.left = kept.left;
        result.next = (struct address_pair){p.right, q.right};
    }
    if (!last && swap) {
        p.right = children;
        q.right = children + 1;
    } else if (!last) {
        p.left = children;
        q.left = children + 1;
    }
    result.first = p;
    result.second = q;
    return result;
}

static struct phase_result run_phase(struct host_machine* m, uint pair, uint count)
{
    const struct tree_params* params = &m->params.tree;
    uint stage = 0;
    for (uint i = 1; i < params->stage_count; ++i)
        if (pair >= params->stages[i].x)
            stage = i;
    uvec4 place = params->stages[stage];
    uint x = pair - place.x;
    uint phase = params->first_phase - m->stage_lag * stage;
    uint depth = params->first_stage + stage + phase;
    uint children = place.y + 2 * x;
    if (phase > 0) {
        struct address_pair path = path_at(m, pair, place.z + 2 * x);
        struct node p = fetch_node(m, path.x, count);
        struct node q = fetch_node(m, path.y, count);
        return step_down(m, p, q, children, depth == params->level - 1);
    }
    if (depth > 0)
        return start_stage(m, node_at(m, place.z + x), node_at(m, place.w + x), children);
    uint end = (x + 1) << params->level;
    uint middle = end - (1u << (params->level - 1));
    return start_stage(m, fetch_node(m, (middle - 1) | TREE_IN_ARRAY, count),
                       fetch_node(m, (end - 1) | TREE_IN_ARRAY, count), children);
}

static bool is_here(uint o, uint h)
{
    return ((o + 1) & ((2u << h) - 1)) == 1u << h;
}

static bool goes_right(uint o, uint h)
{
    return ((o + 1) >> h & 1) != 0;
}

static struct element subtree_element(struct host_machine* m, uint root, uint spare,
                                      uint height, uint o, uint count)
{
    if (o == (1u << height) - 1)
        return node_at(m, spare).element;
    struct node node = node_at(m, root);
    for (uint h = height - 1; !is_here(o, h) && !m->failed; --h)
        node = fetch_node(m, goes_right(o, h) ? node.right : node.left, count);
    return node.element;
}

// ---- load and store -------------------------------------------------------------------

static uint map_key(uint key, uint negative, uint positive);
#include "lib/keys.glsl"

static void start_load(struct host_machine* m)
{
    host_output(m, 0, TREE_IO_ELEMENTS, 2, 0, 1);
    if ((m->params.io.io.flags & TREE_WRITE_VALUES) != 0)
        host_output(m, 1, TREE_IO_VALUES_OUT, 1, 0, 1);
}

static void run_load(struct host_machine* m, uint32_t at)
{
    const struct tree_io_params* params = &m->params.io;
    if (at >= host_count(m))
        return;
    uint key = host_read_word(m, TREE_IO_KEYS, (size_t)params->io.keys_in_base + at);
    uint words[2] = {map_key(key, params->io.read_negative, params->io.read_positive),
                     at};
    host_put(m, 0, 0, words);
    if ((params->io.flags & TREE_WRITE_VALUES) != 0) {
        uint value =
            host_read_word(m, TREE_IO_VALUES_IN, (size_t)params->io.values_in_base + at);
        host_put(m, 1, 0, &value);
    }
}

static void run_load_draw(struct host_machine* m, uint32_t at)
{
    const struct tree_io_params* params = &m->params.io;
    if (at >= host_count(m)) {
        host_discard(m);
        return;
    }
    uint key;
    host_fetch(m, UNIT_KEYS_IN, at % params->io.keys_in_base,
               at / params->io.keys_in_base, 0, 1, &key);
    uint element[4] = {map_key(key, params->io.read_negative, params->io.read_positive),
                       at, 0, 0};
    uint value[4] = {0, 0, 0, 0};
    if ((params->io.flags & TREE_WRITE_VALUES) != 0)
        host_fetch(m, UNIT_VALUES_IN, at % params->io.values_in_base,
                   at / params->io.values_in_base, 0, 1, value);
    host_emit(m, 0, element);
    host_emit(m, 1, value);
}

// ---- tiles ----------------------------------------------------------------------------

static struct element tile[TREE_TILE];

// Positions of the tile from work_end on are blocks of padding that no comparator
// changes, so they are left out; comparisons from busy_end on are those of idle lanes.
static uint work_end;
static uint busy_end;

static void comparator(struct host_machine* m, uint low, uint high)
{
    struct element a = tile[low];
    struct element b = tile[high];
    m->counts.comparisons += low < busy_end;
    if (is_greater_uncounted(m, a, b)) {
        tile[low] = b;
        tile[high] = a;
    }
}

static void merge_tile(struct host_machine* m, uint first_stride)
{
    for (uint stride = first_stride; stride > 0; stride >>= 1)
        for (uint i = 0; i < work_end / 2; ++i) {
            uint low = ((i & ~(stride - 1)) << 1) | (i & (stride - 1));
            comparator(m, low, low + stride);
        }
}

static void fold_tile(struct host_machine* m, uint run)
{
    for (uint i = 0; i < work_end / 2; ++i) {
        uint base = (i & ~(run - 1)) << 1;
        uint at = i & (run - 1);
        comparator(m, base + at, base + 2 * run - 1 - at);
    }
}

static void put_tile(struct host_machine* m, uint first, uint count)
{
    for (uint i = 0; i < TREE_TILE && first + i < count; ++i) {
        uint words[2] = {tile[i].key, tile[i].index};
        host_put(m, 0, i, words);
    }
}

static void start_tile(struct host_machine* m)
{
    host_output(m, 0, TREE_ELEMENTS_OUT, 2, 0, TREE_TILE);
}

static void set_ends(uint first, uint count, uint block_log)
{
    busy_end = count > first ? count - first : 0;
    uint blocks = (busy_end + (1u << block_log) - 1) >> block_log;
    work_end = blocks << block_log < TREE_TILE ? blocks << block_log : TREE_TILE;
}

static void run_local(struct host_machine* m, uint32_t group)
{
    uint first = group * TREE_TILE;
    uint count = host_count(m);
    uint block_log = m->params.tree.block_log;
    set_ends(first, count, block_log);
    for (uint i = 0; i < TREE_TILE; ++i)
        tile[i] = source_element(m, first + i, count);
    for (uint run = 1; run < 1u << block_log; run <<= 1) {
        fold_tile(m, run);
        merge_tile(m, run >> 1);
    }
    put_tile(m, first, count);
}

static struct element bitonic_element(struct host_machine* m, uint position, uint count)
{
    const struct tree_params* params = &m->params.tree;
    if (params->roots == params->spares)
        return source_element(m, mirrored_position(m, position), count);
    uint x = position >> params->block_log;
    uint o = position & ((1u << params->block_log) - 1);
    return subtree_element(m, params->roots + x, params->spares + x, params->block_log, o,
                           count);
}

static void run_finish(struct host_machine* m, uint32_t group)
{
    uint first = group * TREE_TILE;
    uint count = host_count(m);
    uint block_log = m->params.tree.block_log;
    uint end = (((count - 1) >> block_log) + 1) << block_log;
    set_ends(first, count, block_log);
    for (uint i = 0; i < TREE_TILE; ++i)
        tile[i] = first + i < end ? bitonic_element(m, first + i, count)
                                  : (struct element){0xFFFFFFFFu, first + i};
    merge_tile(m, (1u << block_log) >> 1);
    put_tile(m, first, count);
}

// ---- phases ---------------------------------------------------------------------------

static void start_phase(struct host_machine* m)
{
    const struct tree_params* params = &m->params.tree;
    host_output(m, 0, TREE_NODES_OUT, 4, params->nodes_first, 2);
    host_output(m, 1, TREE_PATHS_OUT, 2, params->paths_out, 1);
}

static void put_node(struct host_machine* m, uint place, struct node node)
{
    uint words[4] = {node.element.key, node.element.index, node.left, node.right};
    host_put(m, 0, place, words);
}

static void run_phase_pair(struct host_machine* m, uint32_t pair)
{
    if (pair >= m->params.tree.pair_count)
        return;
    struct phase_result result = run_phase(m, pair, host_count(m));
    uint path[2] = {result.next.x, result.next.y};
    put_node(m, 0, result.first);
    put_node(m, 1, result.second);
    host_put(m, 1, 0, path);
}

static void run_phase_draw(struct host_machine* m, uint32_t slot)
{
    const struct tree_params* params = &m->params.tree;
    uint own = slot - params->nodes_first;
    if (slot < params->copy_first ||
        (slot >= params->nodes_first && own >> 1 >= params->pair_count)) {
        host_discard(m);
        return;
    }
    struct node node;
    uint path[4] = {0, 0, 0, 0};
    if (slot < params->nodes_first) {
        node = node_at(m, slot);
    } else {
        struct phase_result result = run_phase(m, own >> 1, host_count(m));
        node = (own & 1) != 0 ? result.second : result.first;
        path[0] = (own & 1) != 0 ? result.next.y : result.next.x;
    }
    uint words[4] = {node.element.key, node.element.index, node.left, node.right};
    host_emit(m, 0, words);
    host_emit(m, 1, path);
}

// ---- elements in fragments ------------------------------------------------------------

static void emit_element(struct host_machine* m, struct element element)
{
    uint words[4] = {element.key, element.index, 0, 0};
    host_emit(m, 0, words);
}

static void run_local_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count) {
        host_discard(m);
        return;
    }
    uint size = 1u << m->params.tree.block_log;
    uint first = at & ~(size - 1);
    struct element item[TREE_FRAGMENT_BLOCK];
    for (uint i = 0; i < size; ++i)
        item[i] = source_element(m, first + i, count);
    struct element chosen = item[0];
    for (uint i = 0; i < size; ++i) {
        uint smaller = 0;
        for (uint other = 0; other < size; ++other)
            smaller += is_greater(m, item[i], item[other]) ? 1 : 0;
        if (smaller == at - first)
            chosen = item[i];
    }
    emit_element(m, chosen);
}

static void run_flatten_draw(struct host_machine* m, uint32_t at)
{
    const struct tree_params* params = &m->params.tree;
    uint count = host_count(m);
    if (at >= (((count - 1) >> params->block_log) + 1) << params->block_log) {
        host_discard(m);
        return;
    }
    uint x = at >> params->block_log;
    uint o = at & ((1u << params->block_log) - 1);
    emit_element(m, subtree_element(m, params->roots + x, params->spares + x,
                                    params->block_log, o, count));
}

static void run_merge_draw(struct host_machine* m, uint32_t at)
{
    const struct tree_params* params = &m->params.tree;
    uint count = host_count(m);
    if (at >= count) {
        host_discard(m);
        return;
    }
    uint size = 1u << params->block_log;
    uint first = at & ~(size - 1);
    struct element item[TREE_FRAGMENT_BLOCK];
    for (uint i = 0; i < size; ++i)
        item[i] = params->mirrored != 0
                      ? source_element(m, mirrored_position(m, first + i), count)
                      : element_at(m, first + i);
    for (uint stride = size >> 1; stride > 0; stride >>= 1) {
        bool upper = (at & stride) != 0;
        for (uint i = 0; i < stride; ++i)
            if (is_greater(m, item[i], item[i + stride]) != upper)
                item[i] = item[i + stride];
    }
    emit_element(m, item[0]);
}

// ---- tree/tree_resolve.glsl -----------------------------------------------------------

static uint next_address(struct host_machine* m, uint at)
{
    const struct tree_params* params = &m->params.tree;
    uint word = 0;
    if (is_draw(m)) {
        item_at(m, 0, UNIT_PATHS, params->nodes_first + at, 1, &word);
        return word;
    }
    uint words[2];
    host_read(m, TREE_PATHS_IN, 2 * (size_t)(params->paths_in + (at >> 1)), 2, words);
    return words[at & 1];
}

static uint resolved(struct host_machine* m, uint address)
{
    const struct tree_params* params = &m->params.tree;
    if ((address & TREE_IN_ARRAY) != 0 || address < params->nodes_end)
        return address;
    for (uint stage = 0; stage < params->stage_count; ++stage) {
        uint first = params->stages[stage].x;
        uint end = stage + 1 < params->stage_count ? params->stages[stage + 1].x
                                                   : params->pair_count;
        uint at = address - params->stages[stage].y;
        if (at < 2 * (end - first))
            return next_address(m, 2 * first + at);
    }
    return address;
}

static struct element reached_element(struct host_machine* m, uint position, uint count)
{
    const struct tree_params* params = &m->params.tree;
    uint tree_end = ((position >> params->level) + 1) << params->level;
    if (tree_end > count)
        return element_at(m, position);
    uint x = position >> params->subtree_log;
    uint o = position & ((1u << params->subtree_log) - 1);
    if (o == (1u << params->subtree_log) - 1)
        return node_at(m, params->spares + 2 * x).element;
    struct node node = node_at(m, params->roots + 2 * x);
    for (uint h = params->subtree_log - 1; !is_here(o, h) && !m->failed; --h) {
        uint address = resolved(m, goes_right(o, h) ? node.right : node.left);
        node = fetch_node(m, address, count);
    }
    return node.element;
}

static void start_peek(struct host_machine* m)
{
    host_output(m, 0, TREE_ELEMENTS_OUT, 2, 0, 1);
}

static void run_peek(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count)
        return;
    struct element element = reached_element(m, at, count);
    uint words[2] = {element.key, element.index};
    host_put(m, 0, 0, words);
}

static void run_peek_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count)
        host_discard(m);
    else
        emit_element(m, reached_element(m, at, count));
}

// ---- table ----------------------------------------------------------------------------

static const struct host_shader shaders[] = {
    {SHADER_TREE_LOAD, TREE_GROUP, start_load, run_load},
    {SHADER_TREE_LOCAL, 0, start_tile, run_local},
    {SHADER_TREE_PHASE, TREE_GROUP, start_phase, run_phase_pair},
    {SHADER_TREE_FINISH, 0, start_tile, run_finish},
    {SHADER_TREE_PEEK, TREE_GROUP, start_peek, run_peek},
    {SHADER_TREE_LOAD_DRAW, 0, NULL, run_load_draw},
    {SHADER_TREE_LOCAL_DRAW, 0, NULL, run_local_draw},
    {SHADER_TREE_PHASE_DRAW, 0, NULL, run_phase_draw},
    {SHADER_TREE_FLATTEN_DRAW, 0, NULL, run_flatten_draw},
    {SHADER_TREE_MERGE_DRAW, 0, NULL, run_merge_draw},
    {SHADER_TREE_PEEK_DRAW, 0, NULL, run_peek_draw},
};

const struct host_shaders host_tree_shaders = {shaders,
                                               sizeof shaders / sizeof shaders[0]};
