// SPDX-License-Identifier: MIT
// GPU-ABiSort in fragment passes, a whole stage of a level a pass. A fragment walks the
// path of its pair anew from what earlier passes have written, instead of taking it from
// a stream, and writes the nodes of a group of phases: so a pass needs nothing that
// another fragment of it writes. Trees, comparisons and pointers are those of the
// published schedule (tree_draws.c).
//
// Two textures: elements and nodes have two each; a pass draws to one and reads the
// other, and copies forward what the pass before wrote. One texture, where the device has
// texture barriers: all of them are rows of it, a pass draws to texels that it does not
// read, and nothing is copied.
#include "tree_draws.h"

#include <assert.h>
#include <string.h>

#include "keys.h"
#include "shader_ids.h"
#include "shared/tree.h"
#include "passes.h"
#include "stage_level.h"
#include "store.h"

static_assert(sizeof(struct stage_params) == 80, "std140 layout");
static_assert(TREE_EIGHT_LOG == SIXTEENS_LOG, "one texture: addresses are places");

// Passes of few pairs are limited by their latency, and two stages in one take half of
// it; passes of many, by what they fetch, which is more for two. Texels of the second
// stage. GPU: H200 (driver 580.159), 2026-11-26. Software: llvmpipe, 2026-11-26.
enum { JOIN_MOST = 4096, JOIN_MOST_SOFTWARE = 256 };

struct builder {
    struct tree_draws d;
    struct stage_layout layout;
    uint8_t nodes[2];
    bool one_texture;
    uint32_t from; // array of the level's source
};

// True if the plan may draw to the texture that it reads.
static bool takes_one_texture(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    return desc->method == GLSORT_METHOD_TREE_STAGES && limits->has_texture_barrier &&
           limits->draw_buffers >= 8;
}

// Texels of the nodes of the largest level, if its first block begins at 0.
static uint32_t node_texels(struct stage_layout layout, uint32_t count)
{
    uint32_t most = 1;
    layout.first = 0;
    for (uint32_t level = STAGE_MERGE_LOG + 1; level <= ceil_log(count); ++level) {
        struct stage_level v;
        glsort_stage_level_plan(&v, &layout, count, level);
        most = v.end > most ? v.end : most;
    }
    return most;
}

// Texels of an array, as whole rows.
static uint32_t array_texels(uint32_t count, uint8_t width_log)
{
    return ceil_divide(sixteens_of(count), 1u << width_log) << width_log;
}

// The layout, and the width of all textures, which follows from the largest of them.
static struct stage_layout layout_of(const struct sort_desc* desc,
                                     const struct glsort_limits* limits, uint32_t count)
{
    struct stage_layout layout = {
        .layers = limits->draw_buffers >= 8 ? 8 : 4,
        .join_most = limits->is_software ? JOIN_MOST_SOFTWARE : JOIN_MOST,
    };
    uint32_t texels = glsort_transfer_texels(desc, count);
    if (desc->values == GLSORT_VALUES_4_BYTES && texels < count)
        texels = count;
    uint32_t elements = sixteens_of(count);
    texels = texels > 2 * elements ? texels : 2 * elements;
    layout.width_log = texture_width_log(texels);
    return layout;
}

bool glsort_tree_stages_fit(const struct sort_desc* desc,
                            const struct glsort_limits* limits, uint32_t count)
{
    struct stage_layout layout = layout_of(desc, limits, count);
    uint64_t width = 1ull << layout.width_log;
    uint64_t most = width * limits->texture_size;
    uint64_t arrays = array_texels(count, (uint8_t)layout.width_log);
    uint64_t nodes = node_texels(layout, count);
    bool one = takes_one_texture(desc, limits);
    return width <= limits->texture_size && (one ? 2 * arrays + nodes : nodes) <= most &&
           (uint64_t)count + (1u << SIXTEENS_LOG) <= most;
}

static void declare_two(struct builder* b, uint32_t nodes)
{
    struct schedule* s = b->d.s;
    uint8_t width_log = b->d.width_log;
    static const char* const names[2][2] = {{"elements 0", "elements 1"},
                                            {"nodes 0", "nodes 1"}};
    for (int i = 0; i < 2; ++i) {
        b->d.elements[i] = glsort_schedule_layers(s, names[0][i], 8, width_log,
                                                  sixteens_of(b->d.desc->max_count));
        b->nodes[i] = glsort_schedule_layers(s, names[1][i], (uint8_t)b->layout.layers,
                                             width_log, nodes);
    }
}

static void declare_one(struct builder* b, uint32_t nodes)
{
    uint32_t array = array_texels(b->d.desc->max_count, b->d.width_log);
    uint8_t slot = glsort_schedule_layers(b->d.s, "elements and nodes", 8, b->d.width_log,
                                          2 * array + nodes);
    b->d.elements[0] = b->d.elements[1] = slot;
    b->nodes[0] = b->nodes[1] = slot;
    b->d.first_texels[1] = array;
    b->layout.first = 2 * array;
}

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    struct builder b = {.d = {.s = s, .desc = desc, .count = count}};
    b.layout = layout_of(desc, limits, desc->max_count);
    b.one_texture = takes_one_texture(desc, limits);
    b.d.width_log = (uint8_t)b.layout.width_log;
    b.d.halves = limits->draw_buffers < 8;
    uint32_t nodes = node_texels(b.layout, desc->max_count);
    if (b.one_texture)
        declare_one(&b, nodes);
    else
        declare_two(&b, nodes);
    glsort_tree_declare_values(&b.d);
    return b;
}

// ---- addresses ------------------------------------------------------------------------

static uint32_t node_log(const struct builder* b)
{
    return b->layout.layers == 8 ? TREE_EIGHT_LOG : TREE_FOUR_LOG;
}

static uint64_t texel_bytes(const struct builder* b)
{
    return (uint64_t)b->layout.layers * TEXEL_BYTES;
}

// Address of the node p of a phase of pair 0, in a block that is not of the last stage.
static uint32_t phase_address(const struct builder* b, const struct stage_block* block,
                              uint32_t phase)
{
    uint32_t group = b->layout.layers / 2;
    uint32_t place = phase + block->offset;
    return (block->first + place / group * block->stride) << node_log(b) | place % group
                                                                               << 2;
}

// What a stage's halves are found by: their roots (phase 1) and spares (phase 0).
static void set_halves(const struct builder* b, const struct stage_block* block,
                       struct stage_params* params)
{
    params->roots =
        block->is_last ? block->first << node_log(b) | 2 : phase_address(b, block, 1);
    params->spares =
        block->is_last ? block->first << node_log(b) : phase_address(b, block, 0);
    params->spare_step = block->is_last ? 1 : 2;
    params->subtree_log = block->phases - 1;
}

static struct stage_params params_of(const struct builder* b, const struct stage_level* v)
{
    return (struct stage_params){
        .level = v->level,
        .width_log = b->d.width_log,
        .source_first = b->d.first_texels[b->from] << SIXTEENS_LOG,
    };
}

static struct stage_params stage_params_of(const struct builder* b,
                                           const struct stage_level* v, uint32_t stage)
{
    const struct stage_block* block = &v->blocks[stage];
    struct stage_params params = params_of(b, v);
    params.stage = stage;
    params.block_first = block->first;
    params.block_stride = block->stride;
    params.pairs = block->pairs;
    params.groups = block->groups;
    params.phases = block->phases;
    params.phase_offset = block->offset;
    if (block->begun > 0)
        set_halves(b, &v->blocks[block->begun - 1], &params);
    if (block->begun < stage) {
        const struct stage_block* parent = &v->blocks[stage - 1];
        params.parent_first = parent->first;
        params.parent_stride = parent->stride;
        params.parent_offset = parent->offset;
    }
    return params;
}

// ---- a level --------------------------------------------------------------------------

// The nodes of a level, up to the end of some pass.
static void fetch_nodes(const struct builder* b, struct pass* p, uint32_t parity,
                        uint32_t first, uint32_t end)
{
    glsort_pass_bind(p, b->nodes[parity], USAGE_FETCH, GLSORT_READ, UNIT_NODES,
                     first * texel_bytes(b), (end - first) * texel_bytes(b));
}

// What a pass reads, `bytes` in all. One texture: a single binding of everything before
// `end`, since a texture is bound to one unit. Two textures: a binding even if the pass
// reads no node, since drivers recompile a program for other kinds of bound textures.
static void fetch_level(const struct builder* b, struct pass* p, uint32_t parity,
                        uint32_t end, uint64_t bytes)
{
    uint32_t first = b->layout.first;
    glsort_tree_fetch_elements(&b->d, p, b->from, bytes);
    if (!b->one_texture)
        fetch_nodes(b, p, parity, first, end > first ? end : first + 1);
    else if (end > first)
        glsort_pass_bind(p, b->nodes[0], USAGE_FETCH, GLSORT_READ, UNIT_ELEMENTS,
                         first * texel_bytes(b), (end - first) * texel_bytes(b));
    if (!b->one_texture || end > first)
        glsort_pass_moves(p, 0);
}

static struct pass* add_block_draw(const struct builder* b, const char* label,
                                   uint16_t shader, uint32_t parity, uint32_t first,
                                   uint32_t texels)
{
    struct pass* p =
        glsort_schedule_pass(b->d.s, label, GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, shader);
    p->first_texel = first;
    p->groups = texels;
    p->width_log = b->d.width_log;
    p->exact = texels < 1u << b->d.width_log;
    glsort_pass_target(p, b->nodes[parity], first * texel_bytes(b),
                       texels * texel_bytes(b));
    return p;
}

// Two textures: the blocks of the pass before the one that begins with `stage`.
static void copy_pass(const struct builder* b, const struct stage_level* v,
                      uint32_t stage, uint32_t parity)
{
    uint32_t first = v->blocks[v->blocks[stage - 1].begun].first;
    uint32_t texels = v->blocks[stage - 1].end - first;
    struct pass* p = add_block_draw(b, "copy nodes of stages", SHADER_TREE_COPY_DRAW,
                                    parity, first, texels);
    struct tree_copy_params params = {
        .first = first,
        .end = first + texels,
        .width_log = b->d.width_log,
    };
    p->variant = variant_tree_copy_draw(b->layout.layers);
    p->level = (uint8_t)v->level;
    fetch_nodes(b, p, 1 - parity, first, first + texels);
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

// Nodes that the fragments of a stage fetch: both of each phase up to the last of a
// group.
static uint64_t fetched_nodes(const struct builder* b, const struct stage_block* block)
{
    uint64_t phases = 0;
    uint32_t group = b->layout.layers / 2;
    for (uint32_t g = 0; g < block->groups; ++g)
        phases += block->is_last ? block->phases : (g + 1) * group - block->offset;
    return 2 * block->pairs * phases;
}

struct program {
    const char* label;
    uint16_t shader;
    uint8_t variant;
};

static struct program program_of(const struct builder* b, const struct stage_block* block,
                                 bool joined)
{
    uint32_t layers = b->layout.layers;
    uint32_t one = b->one_texture;
    if (joined)
        return (struct program){"split by a second stage", SHADER_STAGE_TWO_DRAW,
                                variant_stage_two_draw(layers, one)};
    if (block->is_last)
        return (struct program){"split into sixteens", SHADER_STAGE_LAST_DRAW,
                                variant_stage_last_draw(layers, one)};
    return (struct program){"split by a stage", SHADER_STAGE_DRAW,
                            variant_stage_draw(layers, one)};
}

static void draw_stage(const struct builder* b, const struct stage_level* v,
                       uint32_t stage, uint32_t parity)
{
    const struct stage_block* block = &v->blocks[stage];
    bool joined = block->begun < stage;
    struct stage_params params = stage_params_of(b, v, stage);
    struct program program = program_of(b, block, joined);
    struct pass* p = add_block_draw(b, program.label, program.shader, parity,
                                    block->first, block->texels);
    p->variant = program.variant;
    p->level = (uint8_t)v->level;
    p->stage = (uint8_t)stage;
    p->stage_count = 1;
    p->step = (uint16_t)(v->level - 1 - stage); // its last phase
    glsort_pass_moves(p, (uint64_t)block->pairs * block->groups * texel_bytes(b));
    uint32_t end = block->begun > 0 ? v->blocks[block->begun - 1].end : b->layout.first;
    fetch_level(b, p, 1 - parity, end,
                fetched_nodes(b, block) * TEXEL_BYTES * (joined ? 2 : 1));
    // The elements are in the trees. The other array is unused until the level ends.
    p->leaves = glsort_tree_elements(&b->d, b->from);
    p->leaves.place = PLACE_INSIDE;
    p->leaves.values = b->d.elements[1 - b->from];
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

static void draw_finish(const struct builder* b, const struct stage_level* v,
                        uint32_t parity, uint32_t half)
{
    uint32_t to = 1 - b->from;
    struct stage_params params = params_of(b, v);
    struct pass* p = glsort_tree_draw_elements(&b->d, "merge sixteens of stages",
                                               SHADER_STAGE_FINISH_DRAW, to, half);
    set_halves(b, &v->blocks[v->stage_count - 1], &params);
    params.target_first = b->d.first_texels[to];
    p->level = (uint8_t)v->level;
    p->variant = variant_stage_finish_draw(b->layout.layers, b->one_texture, half);
    fetch_level(b, p, parity, v->end, (uint64_t)b->d.count * TEXEL_BYTES);
    if (half == 1)
        p->leaves = glsort_tree_elements(&b->d, b->from);
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

static void draw_level(struct builder* b, uint32_t level)
{
    struct stage_level v;
    uint32_t parity = 1;
    glsort_stage_level_plan(&v, &b->layout, b->d.count, level);
    for (uint32_t k = 0; k < v.stage_count; ++k) {
        bool begins = v.blocks[k].begun == k;
        parity ^= begins ? 1 : 0;
        if (begins && k > 0 && !b->one_texture)
            copy_pass(b, &v, k, parity);
        draw_stage(b, &v, k, parity);
    }
    for (uint32_t half = first_half(&b->d); half <= last_half(&b->d); ++half)
        draw_finish(b, &v, parity, half);
    b->from ^= 1;
}

void glsort_tree_build_stages(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    glsort_tree_draw_local(&b.d, STAGE_MERGE_LOG);
    for (uint32_t level = STAGE_MERGE_LOG + 1; level <= ceil_log(count); ++level)
        draw_level(&b, level);
    glsort_tree_draw_store(&b.d, b.from);
}

// ---- peek -----------------------------------------------------------------------------

// The builder of the run, as far as a peek needs it: what its last pass read and wrote.
static struct builder builder_of(const struct peek* peek, struct schedule* s,
                                 const struct stage_params* params)
{
    const struct binding* nodes = glsort_tree_target_of(peek->after, 0);
    const struct scratch* texture = &s->scratch[nodes->slot - SLOT_SCRATCH];
    struct builder b = {
        .d = {.s = s,
              .desc = peek->desc,
              .count = peek->count,
              .width_log = (uint8_t)params->width_log,
              .halves = texture->layers < 8,
              .elements = {peek->from.keys, peek->from.values},
              .values = peek->from.copy},
        .layout = {.layers = texture->layers, .width_log = params->width_log},
        .nodes = {nodes->slot, nodes->slot},
        .one_texture = peek->from.keys == nodes->slot,
    };
    // The arrays are the first two of equal parts of the one texture.
    if (b.one_texture) {
        uint32_t array = array_texels(peek->desc->max_count, b.d.width_log);
        b.d.first_texels[0] = params->source_first >> SIXTEENS_LOG;
        b.d.first_texels[1] = array - b.d.first_texels[0];
        b.layout.first = 2 * array;
    }
    return b;
}

// Writes the in-order of the halves of the last stage into the other array, which is
// unused until the level ends.
void glsort_tree_peek_stages(const struct peek* peek, struct schedule* s)
{
    struct stage_params params;
    memcpy(&params, peek->run->params + peek->after->params_at, sizeof params);
    struct builder b = builder_of(peek, s, &params);
    const struct stage_block block = {
        .first = params.block_first,
        .stride = params.block_stride,
        .phases = params.phases,
        .offset = params.phase_offset,
        .is_last = b.layout.layers == 8 && params.phases == STAGE_MERGE_LOG + 1,
    };
    const struct binding* nodes = glsort_tree_target_of(peek->after, 0);
    uint32_t end =
        (uint32_t)((nodes->first_bytes + nodes->range_bytes) / texel_bytes(&b));
    set_halves(&b, &block, &params);
    params.target_first = b.d.first_texels[1];
    for (uint32_t half = first_half(&b.d); half <= last_half(&b.d); ++half) {
        struct pass* p = glsort_tree_draw_elements(&b.d, "resolve stages by sixteens",
                                                   SHADER_STAGE_PEEK_DRAW, 1, half);
        p->phase = GLSORT_PHASE_STORE;
        p->variant = variant_stage_peek_draw(b.layout.layers, b.one_texture, half);
        fetch_level(&b, p, 0, end, 0);
        glsort_pass_params(s, p, &params, sizeof params);
    }
    glsort_store_peeked(s, peek, NULL, glsort_tree_elements(&b.d, 1));
}
