// SPDX-License-Identifier: MIT
// GPU-ABiSort: adaptive bitonic sorting as a stream program without scattered writes.
// A. Gress and G. Zachmann, "GPU-ABiSort: Optimal Parallel Sorting on Stream
// Architectures", IPDPS 2006, after Bilardi and Nicolau 1989; as described in Zachmann's
// encyclopedia chapter "Adaptive Bitonic Sorting". docs/algorithms.md says where this
// departs from it.
//
// Compute passes are relaxed: there is one node stream, and a step reads what earlier
// steps wrote and writes its own range. Fragment passes are strict: each stream has two
// ping-pong textures, and a step copies forward what the previous step wrote.
#include "algorithm.h"
#include "counting.h"
#include "extent.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/tree.h"
#include "source_sink.h"
#include "stock_passes.h"
#include "store.h"
#include "tree_level.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(sizeof(struct tree_params) == 64 + 16 * TREE_MAX_STAGES, "std140 layout");
static_assert(sizeof(struct tree_io_params) == 64, "std140 layout");
static_assert((TREE_MAX_LEVEL - 1) / 2 + 1 <= TREE_MAX_STAGES, "a step's stages fit");

enum { KEY_BYTES = 4, ELEMENT_BYTES = 8, NODE_BYTES = 16, PACKED_BYTES = 16 };

static bool is_strict(const struct sort_desc* desc)
{
    return desc->backend == GLSORT_BACKEND_FRAGMENT;
}

// Bytes of one entry of the paths. Relaxed: a pair of addresses; strict: one address per
// node.
static uint32_t path_bytes(const struct sort_desc* desc)
{
    return is_strict(desc) ? 4 : 8;
}

static uint32_t first_level(const struct sort_desc* desc)
{
    return desc->local_log + 1;
}

// ---- scratch --------------------------------------------------------------------------

// The largest number of nodes and path entries of any level.
struct stream_sizes {
    uint64_t nodes;
    uint64_t paths;
};

static struct stream_sizes stream_sizes(const struct sort_desc* desc, uint32_t count)
{
    struct stream_sizes most = {0, 0};
    uint32_t levels = ceil_log(count);
    for (uint32_t level = first_level(desc); level <= levels; ++level) {
        struct tree_level v;
        glsort_tree_level_plan(&v, count, level, desc->merge_log,
                               desc->method == GLSORT_METHOD_TREE);
        uint64_t paths = is_strict(desc)
                             ? v.node_count
                             : glsort_tree_level_paths_before(&v, v.stage_count);
        most.nodes = v.node_count > most.nodes ? v.node_count : most.nodes;
        most.paths = paths > most.paths ? paths : most.paths;
    }
    return most;
}

// Slots of the streams. Relaxed: nodes[1] equals nodes[0].
struct streams {
    uint8_t elements[2];
    uint8_t nodes[2];
    uint8_t paths[2];
    uint8_t values; // copy of the caller's values, from which the store gathers
    uint8_t width_log;
};

static void declare_buffers(struct schedule* s, const struct sort_desc* desc,
                            struct streams* t)
{
    struct stream_sizes sizes = stream_sizes(desc, desc->max_count);
    uint64_t element_bytes = (uint64_t)desc->max_count * ELEMENT_BYTES;
    t->elements[0] = glsort_schedule_buffer(s, "elements 0", element_bytes);
    t->elements[1] = glsort_schedule_buffer(s, "elements 1", element_bytes);
    t->nodes[0] = t->nodes[1] =
        glsort_schedule_buffer(s, "nodes", sizes.nodes * NODE_BYTES);
    t->paths[0] = glsort_schedule_buffer(s, "paths 0", sizes.paths * path_bytes(desc));
    t->paths[1] = glsort_schedule_buffer(s, "paths 1", sizes.paths * path_bytes(desc));
    if (desc->values == GLSORT_VALUES_4_BYTES)
        t->values = glsort_schedule_buffer(s, "values copied",
                                           (uint64_t)desc->max_count * KEY_BYTES);
}

// Flattened subtrees may end past the count.
static uint32_t element_texels(const struct sort_desc* desc)
{
    uint32_t block = 1u << desc->merge_log;
    return ceil_divide(desc->max_count, block) * block;
}

static void declare_textures(struct schedule* s, const struct sort_desc* desc,
                             struct streams* t)
{
    struct stream_sizes sizes = stream_sizes(desc, desc->max_count);
    uint32_t nodes = (uint32_t)sizes.nodes;
    uint32_t elements = element_texels(desc);
    uint32_t largest = glsort_transfer_texels(desc, desc->max_count);
    largest = nodes > largest ? nodes : largest;
    uint8_t width_log = texture_width_log(elements > largest ? elements : largest);
    t->width_log = width_log;
    static const char* const names[3][2] = {
        {"elements 0", "elements 1"}, {"nodes 0", "nodes 1"}, {"paths 0", "paths 1"}};
    for (int i = 0; i < 2; ++i) {
        t->elements[i] = glsort_schedule_texture(s, names[0][i], FORMAT_RG32UI, false,
                                                 width_log, elements);
        t->nodes[i] = glsort_schedule_texture(s, names[1][i], FORMAT_RGBA32UI, false,
                                              width_log, nodes);
        t->paths[i] = glsort_schedule_texture(s, names[2][i], FORMAT_R32UI, false,
                                              width_log, nodes);
    }
    glsort_declare_transfers(s, desc, width_log);
    if (glsort_uploads_values(desc)) // an upload is a copy
        t->values = s->transfers.values;
    else if (desc->values == GLSORT_VALUES_4_BYTES)
        t->values = glsort_schedule_texture(s, "values copied", FORMAT_R32UI, false,
                                            width_log, desc->max_count);
}

// ---- building blocks ------------------------------------------------------------------

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;
    struct streams t;
};

static struct builder start(const struct sort_desc* desc, uint32_t count,
                            struct schedule* s)
{
    struct builder b = {.s = s, .desc = desc, .count = count};
    if (is_strict(desc))
        declare_textures(s, desc, &b.t);
    else
        declare_buffers(s, desc, &b.t);
    return b;
}

// Adds a pass over `items` elements or pairs. Relaxed: each work group has `tile` of
// them. Strict: one fragment for each; a step then changes that to one for each slot.
static struct pass* add_pass(struct builder* b, const char* label, uint8_t phase,
                             uint16_t dispatch, uint16_t draw, uint32_t items,
                             uint32_t tile)
{
    bool strict = is_strict(b->desc);
    struct pass* p = glsort_schedule_pass(
        b->s, label, strict ? GLSORT_PASS_DRAW : GLSORT_PASS_DISPATCH, phase,
        strict ? draw : dispatch);
    p->groups = strict ? items : ceil_divide(items, tile);
    p->width_log = b->t.width_log;
    return p;
}

// Binds a stream to read: a storage buffer or, in fragment passes, a texture.
static void reads(struct builder* b, struct pass* p, uint8_t slot, uint8_t point,
                  uint8_t unit, uint64_t first_bytes, uint64_t range_bytes)
{
    bool strict = is_strict(b->desc);
    glsort_pass_bind(p, slot, strict ? USAGE_FETCH : USAGE_STORAGE, GLSORT_READ,
                     strict ? unit : point, first_bytes, range_bytes);
}

static void writes(struct builder* b, struct pass* p, uint8_t slot, uint8_t point,
                   uint8_t draw_buffer, uint64_t first_bytes, uint64_t range_bytes)
{
    bool strict = is_strict(b->desc);
    glsort_pass_bind(p, slot, strict ? USAGE_TARGET : USAGE_STORAGE, GLSORT_WRITE,
                     strict ? draw_buffer : point, first_bytes, range_bytes);
}

static uint64_t array_bytes(const struct builder* b)
{
    return (uint64_t)b->count * ELEMENT_BYTES;
}

// Elements in one of the two arrays.
static struct elements elements_in(const struct builder* b, uint8_t array)
{
    return (struct elements){
        .place = PLACE_ELEMENTS,
        .keys = b->t.elements[array],
        .copy = b->t.values,
        .mapped = true,
        .bytes = array_bytes(b),
    };
}

static uint64_t key_bytes(const struct builder* b)
{
    return (uint64_t)b->count * KEY_BYTES;
}

// ---- load -------------------------------------------------------------------

static void add_load(struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    bool strict = is_strict(desc);
    bool copies =
        desc->values == GLSORT_VALUES_4_BYTES && !(strict && glsort_uploads_values(desc));
    if (strict)
        glsort_add_uploads(b->s, desc, b->count);
    struct pass* p = add_pass(b, "load for trees", GLSORT_PHASE_LOAD, SHADER_TREE_LOAD,
                              SHADER_TREE_LOAD_DRAW, b->count, TREE_GROUP);
    struct tree_io_params params = {
        .io = glsort_io_first(desc),
        .width_log = b->t.width_log,
    };
    params.io.keys_in_base = strict ? 1u << b->t.width_log : 0;
    // Elements have indices even without values.
    params.io.flags = copies ? IO_READ_VALUES | TREE_WRITE_VALUES : 0;
    glsort_pass_bind_caller(p, strict ? b->s->transfers.keys : SLOT_KEYS_IN,
                            strict ? USAGE_FETCH : USAGE_STORAGE, GLSORT_READ,
                            strict ? UNIT_KEYS_IN : TREE_IO_KEYS,
                            glsort_input_bytes(desc, SLOT_KEYS_IN, b->count),
                            IO_BASE(keys_in_base));
    p->read_bytes = key_bytes(b);
    writes(b, p, b->t.elements[0], TREE_IO_ELEMENTS, 0, 0, array_bytes(b));
    p->write_bytes = array_bytes(b);
    if (copies) {
        glsort_pass_bind_caller(p, SLOT_VALUES_IN, strict ? USAGE_FETCH : USAGE_STORAGE,
                                GLSORT_READ, strict ? UNIT_VALUES_IN : TREE_IO_VALUES_IN,
                                key_bytes(b), IO_BASE(values_in_base));
        writes(b, p, b->t.values, TREE_IO_VALUES_OUT, 1, 0, key_bytes(b));
        p->read_bytes += key_bytes(b);
        p->write_bytes += key_bytes(b);
    }
    p->leaves = elements_in(b, 0);
    glsort_first_params(b->s, p, desc, &params, sizeof params);
}

// ---- one level ------------------------------------------------------------------------

static void add_local(struct builder* b)
{
    struct pass* p =
        add_pass(b, "local sort for trees", GLSORT_PHASE_SORT, SHADER_TREE_LOCAL,
                 SHADER_TREE_LOCAL_DRAW, b->count, TREE_TILE);
    struct tree_params params = {
        .block_log = b->desc->local_log,
        .width_log = b->t.width_log,
    };
    uint64_t fetches = is_strict(b->desc) ? 1u << b->desc->local_log : 1;
    p->read_bytes = array_bytes(b) * fetches;
    p->write_bytes = array_bytes(b);
    reads(b, p, b->t.elements[0], TREE_ELEMENTS_IN, UNIT_ELEMENTS, 0, array_bytes(b));
    writes(b, p, b->t.elements[1], TREE_ELEMENTS_OUT, 0, 0, array_bytes(b));
    p->leaves = elements_in(b, 1);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// The parameters of a step, and of a peek after it; see shared/tree.h.
static struct tree_params step_params(const struct tree_level* v, struct tree_step step,
                                      uint8_t width_log)
{
    struct tree_params params = {
        .level = v->level,
        .stage_count = step.stage_count,
        .first_stage = step.first_stage,
        .first_phase = step.first_phase,
        .pair_count = step.pair_count,
        .nodes_first = step.first_slot,
        .copy_first = step.first_slot,
        .paths_in = glsort_tree_level_paths_before(v, step.first_stage),
        .paths_out = glsort_tree_level_paths_before(v, step.first_stage),
        .width_log = width_log,
    };
    uint32_t last = step.first_stage + step.stage_count - 1;
    params.nodes_end = step.first_slot + 2 * step.pair_count;
    params.roots = v->blocks[last][0];
    params.spares = v->blocks[last][0] + 1;
    params.subtree_log = v->level - last;
    uint32_t pair = 0;
    for (uint32_t c = 0; c < step.stage_count; ++c) {
        uint32_t k = step.first_stage + c;
        uint32_t i = step.first_phase - 2 * c;
        uvec4* stage = &params.stages[c];
        stage->x = pair;
        stage->y = k + i == v->level - 1 ? 0xFFFFFFFFu : v->blocks[k][i + 1];
        if (i > 0) {
            stage->z = v->blocks[k][i - 1];
        } else if (k > 0) {
            stage->z = v->blocks[k - 1][1];
            stage->w = v->blocks[k - 1][0];
        }
        pair += v->pairs[k];
    }
    return params;
}

// State between the passes of a level.
struct level_state {
    uint8_t from;       // index into streams.elements: a level's source, then its result
    uint32_t step_slot; // first slot of the previous step; 0 before the first
};

static void bind_relaxed_step(struct builder* b, struct pass* p, uint32_t parity,
                              const struct tree_params* params)
{
    uint64_t paths = (uint64_t)params->pair_count * 8;
    uint64_t path_first = (uint64_t)params->paths_in * 8;
    uint64_t node_first = (uint64_t)params->nodes_first * NODE_BYTES;
    if (params->nodes_first > 0)
        glsort_pass_bind(p, b->t.nodes[0], USAGE_STORAGE, GLSORT_READ, TREE_NODES_IN, 0,
                         node_first);
    glsort_pass_bind(p, b->t.nodes[0], USAGE_STORAGE, GLSORT_WRITE, TREE_NODES_OUT,
                     node_first, (uint64_t)params->pair_count * 2 * NODE_BYTES);
    if (params->nodes_first > 0)
        glsort_pass_bind(p, b->t.paths[1 - parity], USAGE_STORAGE, GLSORT_READ,
                         TREE_PATHS_IN, path_first, paths);
    glsort_pass_bind(p, b->t.paths[parity], USAGE_STORAGE, GLSORT_WRITE, TREE_PATHS_OUT,
                     path_first, paths);
    p->read_bytes = (uint64_t)params->pair_count * (2 * NODE_BYTES + 8);
    p->write_bytes = (uint64_t)params->pair_count * (2 * NODE_BYTES + 8);
}

static void bind_strict_step(struct builder* b, struct pass* p, uint32_t parity,
                             const struct tree_params* params)
{
    uint32_t first = params->copy_first;
    uint32_t slots = params->nodes_first + 2 * params->pair_count - first;
    p->first_texel = first;
    p->groups = slots;
    // The first step reads no node, but drivers recompile a program for other kinds of
    // bound textures, so every step binds the same kinds.
    uint64_t nodes = params->nodes_first > 0 ? params->nodes_first : 1;
    glsort_pass_bind(p, b->t.nodes[1 - parity], USAGE_FETCH, GLSORT_READ, UNIT_NODES, 0,
                     nodes * NODE_BYTES);
    glsort_pass_bind(p, b->t.paths[1 - parity], USAGE_FETCH, GLSORT_READ, UNIT_PATHS, 0,
                     nodes * 4);
    glsort_pass_bind(p, b->t.nodes[parity], USAGE_TARGET, GLSORT_WRITE, 0,
                     (uint64_t)first * NODE_BYTES, (uint64_t)slots * NODE_BYTES);
    glsort_pass_bind(p, b->t.paths[parity], USAGE_TARGET, GLSORT_WRITE, 1,
                     (uint64_t)first * 4, (uint64_t)slots * 4);
    // Both fragments of a pair read the whole pair; copied slots are read once.
    uint32_t copied = params->nodes_first - first;
    p->read_bytes = (uint64_t)copied * NODE_BYTES +
                    (uint64_t)params->pair_count * 2 * (2 * NODE_BYTES + 8);
    p->write_bytes = (uint64_t)slots * (NODE_BYTES + 4);
}

static void add_step(struct builder* b, const struct tree_level* v, uint32_t at,
                     struct level_state* state)
{
    struct tree_step step = glsort_tree_level_step(v, at);
    struct tree_params params = step_params(v, step, b->t.width_log);
    if (is_strict(b->desc) && at > 0)
        params.copy_first = state->step_slot;
    struct pass* p = add_pass(b, "tree phase", GLSORT_PHASE_SORT, SHADER_TREE_PHASE,
                              SHADER_TREE_PHASE_DRAW, step.pair_count, TREE_GROUP);
    p->level = (uint8_t)v->level;
    p->stage = (uint8_t)step.first_stage;
    p->stage_count = (uint8_t)step.stage_count;
    p->step = (uint16_t)(v->overlapped ? at : step.first_phase);
    reads(b, p, b->t.elements[state->from], TREE_ELEMENTS_IN, UNIT_ELEMENTS, 0,
          array_bytes(b));
    if (is_strict(b->desc))
        bind_strict_step(b, p, at % 2, &params);
    else
        bind_relaxed_step(b, p, at % 2, &params);
    state->step_slot = step.first_slot;
    // The elements are in the trees. The other array is unused until the level ends.
    p->leaves = elements_in(b, state->from);
    p->leaves.place = PLACE_INSIDE;
    p->leaves.values = b->t.elements[1 - state->from];
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static struct tree_params finish_params(const struct builder* b,
                                        const struct tree_level* v)
{
    struct tree_params params = {
        .level = v->level,
        .block_log = v->block_log,
        .width_log = b->t.width_log,
    };
    if (v->stage_count > 0) {
        params.roots = v->blocks[v->stage_count - 1][1];
        params.spares = v->blocks[v->stage_count - 1][0];
    }
    return params;
}

// Relaxed: one pass flattens and merges, from one array to the other.
static void finish_dispatch(struct builder* b, const struct tree_level* v,
                            struct level_state* state)
{
    struct tree_params params = finish_params(b, v);
    struct pass* p = add_pass(b, "finish tree level", GLSORT_PHASE_SORT,
                              SHADER_TREE_FINISH, 0, b->count, TREE_TILE);
    p->level = (uint8_t)v->level;
    reads(b, p, b->t.elements[state->from], TREE_ELEMENTS_IN, 0, 0, array_bytes(b));
    if (v->node_count > 0)
        reads(b, p, b->t.nodes[0], TREE_NODES_IN, 0, 0,
              (uint64_t)v->node_count * NODE_BYTES);
    state->from ^= 1;
    writes(b, p, b->t.elements[state->from], TREE_ELEMENTS_OUT, 0, 0, array_bytes(b));
    p->leaves = elements_in(b, state->from);
    p->read_bytes = array_bytes(b) * (v->node_count > 0 ? 2 : 1);
    p->write_bytes = array_bytes(b);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void draw_flatten(struct builder* b, const struct tree_level* v,
                         const struct level_state* state)
{
    struct tree_params params = finish_params(b, v);
    uint32_t texels = ceil_divide(b->count, 1u << v->block_log) << v->block_log;
    struct pass* p = add_pass(b, "flatten trees", GLSORT_PHASE_SORT, 0,
                              SHADER_TREE_FLATTEN_DRAW, texels, 1);
    p->level = (uint8_t)v->level;
    reads(b, p, b->t.elements[state->from], 0, UNIT_ELEMENTS, 0, array_bytes(b));
    reads(b, p, b->t.nodes[(v->step_count - 1) % 2], 0, UNIT_NODES, 0,
          (uint64_t)v->node_count * NODE_BYTES);
    writes(b, p, b->t.elements[1 - state->from], 0, 0, 0,
           (uint64_t)texels * ELEMENT_BYTES);
    p->read_bytes = (uint64_t)texels * NODE_BYTES * v->block_log;
    p->write_bytes = (uint64_t)texels * ELEMENT_BYTES;
    // If the last tree is not full, it has sentinels among its elements, so a peek then
    // shows the array as it was before the level.
    bool full = (b->count & ((1u << v->level) - 1)) == 0;
    p->leaves = elements_in(b, full ? 1 - state->from : state->from);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Strict: one pass flattens the subtrees into the other array, and a second one merges
// them back into the first, so no third array is needed. Without a stage, a single pass
// merges the pairs of runs from one array to the other.
static void finish_draw(struct builder* b, const struct tree_level* v,
                        struct level_state* state)
{
    uint8_t from = state->from;
    struct tree_params params = finish_params(b, v);
    if (v->stage_count > 0) {
        draw_flatten(b, v, state);
        from ^= 1;
    } else {
        params.mirrored = 1;
        state->from ^= 1;
    }
    struct pass* p = add_pass(b, "bitonic merge", GLSORT_PHASE_SORT, 0,
                              SHADER_TREE_MERGE_DRAW, b->count, 1);
    p->level = (uint8_t)v->level;
    uint64_t read_elements =
        v->stage_count > 0 ? ceil_divide(b->count, 1u << v->block_log) << v->block_log
                           : b->count;
    reads(b, p, b->t.elements[from], 0, UNIT_ELEMENTS, 0, read_elements * ELEMENT_BYTES);
    writes(b, p, b->t.elements[1 - from], 0, 0, 0, array_bytes(b));
    p->leaves = elements_in(b, 1 - from);
    p->read_bytes = array_bytes(b) << v->block_log;
    p->write_bytes = array_bytes(b);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_level(struct builder* b, const struct tree_level* v,
                      struct level_state* state)
{
    state->step_slot = 0;
    for (uint32_t step = 0; step < v->step_count; ++step)
        add_step(b, v, step, state);
    if (is_strict(b->desc))
        finish_draw(b, v, state);
    else
        finish_dispatch(b, v, state);
}

static void plan_level(const struct builder* b, uint32_t level, struct tree_level* v)
{
    glsort_tree_level_plan(v, b->count, level, b->desc->merge_log,
                           b->desc->method == GLSORT_METHOD_TREE);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    (void)limits;
    struct builder b = start(desc, count, s);
    if (count == 0)
        return;
    add_load(&b);
    struct level_state state = {0};
    uint32_t levels = ceil_log(count);
    if (desc->local_log > 0 && levels > 0) {
        add_local(&b);
        state.from = 1;
    }
    for (uint32_t level = first_level(desc); level <= levels; ++level) {
        struct tree_level v;
        plan_level(&b, level, &v);
        add_level(&b, &v, &state);
    }
    const struct store store = {
        .label = "store tree order",
        .desc = desc,
        .count = count,
        .from = elements_in(&b, state.from),
        .keys = desc->discard_keys ? SLOT_NONE : SLOT_KEYS_OUT,
        .values = desc->values != GLSORT_VALUES_NONE ? SLOT_VALUES_OUT : SLOT_NONE,
    };
    glsort_add_store(s, &store);
}

// ---- peek -----------------------------------------------------------------------------

// The binding by which the last step wrote a stream: at `point` or, in fragment passes,
// at `draw_buffer`.
static const struct binding* written_by(const struct pass* step, uint8_t point,
                                        uint8_t draw_buffer)
{
    for (uint32_t i = 0; i < step->binding_count; ++i) {
        const struct binding* b = &step->bindings[i];
        bool strict = b->usage == USAGE_TARGET;
        if (b->access == GLSORT_WRITE && b->unit == (strict ? draw_buffer : point))
            return b;
    }
    return NULL;
}

// Resolves the trees into the other array, which is unused until the level ends.
static void peek(const struct peek* peek, struct schedule* s)
{
    const struct pass* step = peek->after;
    struct builder b = {.s = s, .desc = peek->desc, .count = peek->count};
    bool strict = is_strict(peek->desc);
    struct tree_params params;
    memcpy(&params, peek->run->params + step->params_at, sizeof params);
    b.t.width_log = (uint8_t)params.width_log;
    struct pass* p = add_pass(&b, "resolve trees", GLSORT_PHASE_STORE, SHADER_TREE_PEEK,
                              SHADER_TREE_PEEK_DRAW, b.count, TREE_GROUP);
    const struct binding* nodes = written_by(step, TREE_NODES_OUT, 0);
    const struct binding* paths = written_by(step, TREE_PATHS_OUT, 1);
    uint64_t path_range = (strict ? paths->first_bytes : 0) + paths->range_bytes;
    reads(&b, p, peek->from.keys, TREE_ELEMENTS_IN, UNIT_ELEMENTS, 0, array_bytes(&b));
    reads(&b, p, nodes->slot, TREE_NODES_IN, UNIT_NODES, 0,
          (uint64_t)params.nodes_end * NODE_BYTES);
    reads(&b, p, paths->slot, TREE_PATHS_IN, UNIT_PATHS, strict ? 0 : paths->first_bytes,
          path_range);
    writes(&b, p, peek->from.values, TREE_ELEMENTS_OUT, 0, 0, array_bytes(&b));
    glsort_pass_params(s, p, &params, sizeof params);
    struct store store = {
        .label = "store resolved trees",
        .desc = peek->desc,
        .count = peek->count,
        .from = peek->from,
        .keys = peek->keys,
        .values = peek->values,
    };
    store.from.place = PLACE_ELEMENTS;
    store.from.keys = peek->from.values;
    glsort_add_store(s, &store);
}

// ---- the interface to the plan --------------------------------------------------------

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    uint32_t most_log = is_strict(desc) ? 4 : 10;
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER)
        return (struct refusal){
            "abisort-tree lays its node stream out for a count known on the CPU: "
            "count_source ARGS",
            ABOUT_ALGORITHM | ABOUT_COUNT_SOURCE};
    if (desc->local_log > most_log)
        return (struct refusal){
            is_strict(desc) ? "local_size must be at most 16 on the fragment backend"
                            : "local_size must be at most 1024",
            ABOUT_LOCAL_SIZE | ABOUT_BACKEND};
    if (desc->merge_log > most_log)
        return (struct refusal){
            is_strict(desc) ? "merge_size must be at most 16 on the fragment backend"
                            : "merge_size must be at most 1024",
            ABOUT_MERGE_SIZE | ABOUT_BACKEND};
    if (is_strict(desc) && limits->draw_buffers < 2)
        return (struct refusal){"abisort-tree in fragment passes needs 2 draw buffers",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_DRAW_BUFFERS};
    return NOT_REFUSED;
}

// Bit 31 of a node address is TREE_IN_ARRAY, and a level has up to about 3 nodes per
// element.
#define MOST_ELEMENTS (1u << 29)

static bool fits(const struct sort_desc* desc, const struct glsort_limits* limits,
                 uint32_t count)
{
    struct stream_sizes sizes = stream_sizes(desc, count);
    if (is_strict(desc)) {
        uint64_t texels = texture_capacity(limits->texture_size);
        return sizes.nodes <= texels && (uint64_t)count + TREE_FRAGMENT_BLOCK <= texels;
    }
    uint64_t most = limits->storage_block_bytes;
    return sizes.nodes * NODE_BYTES <= most && (uint64_t)count * ELEMENT_BYTES <= most &&
           sizes.paths * path_bytes(desc) <= most;
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    struct capacity c = {MOST_ELEMENTS,
                         "node addresses are 31-bit: at most 2^29 elements"};
    if (fits(desc, limits, c.max_count))
        return c;
    uint32_t low = 0;
    uint32_t high = c.max_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (fits(desc, limits, middle))
            low = middle;
        else
            high = middle;
    }
    c.max_count = low;
    c.reason =
        is_strict(desc)
            ? "the node stream (3 texels an element if pure) must fit in one texture"
            : "the node stream (48 bytes an element if pure) must fit in one "
              "storage block";
    return c;
}

#define METHOD(METHOD, NAME)                                                             \
    {                                                                                    \
        .id = METHOD, .name = NAME, .backends = ON_COMPUTE | ON_FRAGMENT,                \
        .uses = ABOUT_LOCAL_SIZE | ABOUT_MERGE_SIZE, .local_size = 8, .merge_size = 16   \
    }

static const struct method methods[] = {
    METHOD(GLSORT_METHOD_TREE, "tree"),
    METHOD(GLSORT_METHOD_TREE_SIMPLE, "tree-simple"),
};

#define TREE(METHOD, BACKEND, LOCAL, MERGE)                                              \
    UINT32_MAX,                                                                          \
    {                                                                                    \
        FORM_OF(ABISORT_TREE, METHOD, BACKEND), .local_size = (LOCAL),                   \
                                                .merge_size = (MERGE)                    \
    }

static const glsort_form forms[] = {
    {"tree", "GPU-ABiSort, sorts of 8, merges of 16", TREE(TREE, COMPUTE, 8, 16)},
    {"tree-simple", "GPU-ABiSort, stage after stage", TREE(TREE_SIMPLE, COMPUTE, 8, 16)},
    {"tree-pure", "GPU-ABiSort, trees alone", TREE(TREE, COMPUTE, 1, 2)},
    {"tree-pure-simple", "GPU-ABiSort, trees alone, stage after stage",
     TREE(TREE_SIMPLE, COMPUTE, 1, 2)},
    {"tree-wide", "GPU-ABiSort, sorts and merges of 1024",
     TREE(TREE, COMPUTE, 1024, 1024)},
    {"tree-fragment", "GPU-ABiSort in fragments, sorts of 8, merges of 16",
     TREE(TREE, FRAGMENT, 8, 16)},
    {"tree-simple-fragment", "GPU-ABiSort in fragments, stage after stage",
     TREE(TREE_SIMPLE, FRAGMENT, 8, 16)},
    {"tree-pure-fragment", "GPU-ABiSort in fragments, trees alone",
     TREE(TREE, FRAGMENT, 1, 2)},
    {"tree-pure-simple-fragment",
     "GPU-ABiSort in fragments, trees alone, stage after stage",
     TREE(TREE_SIMPLE, FRAGMENT, 1, 2)},
};

const struct algorithm glsort_abisort_tree_algorithm = {
    .id = GLSORT_ALGORITHM_ABISORT_TREE,
    .name = "abisort-tree",
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .forms = forms,
    .form_count = sizeof forms / sizeof forms[0],
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
    .peek = peek,
};
