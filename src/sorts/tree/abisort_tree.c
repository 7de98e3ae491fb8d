// SPDX-License-Identifier: MIT
// GPU-ABiSort: adaptive bitonic sorting as a stream program without scattered writes.
// A. Gress and G. Zachmann, "GPU-ABiSort: Optimal Parallel Sorting on Stream
// Architectures", IPDPS 2006, after Bilardi and Nicolau 1989; as described in Zachmann's
// encyclopedia chapter "Adaptive Bitonic Sorting". docs/algorithms.md says where this
// departs from it.
//
// Here are the compute passes, which are relaxed: there is one node stream, and a step
// reads what earlier steps wrote and writes its own range. The fragment passes are in
// tree_draws.c and tree_stages.c.
#include "algorithm.h"
#include "counting.h"
#include "passes.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/tree.h"
#include "store.h"
#include "tree_draws.h"
#include "tree_level.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(sizeof(struct tree_params) == 64 + 16 * TREE_MAX_STAGES, "std140 layout");
static_assert((TREE_MAX_LEVEL - 1) / 2 + 1 <= TREE_MAX_STAGES, "a step's stages fit");

enum { NODE_BYTES = 16, PATH_BYTES = 8 };

static bool is_draw(const struct sort_desc* desc)
{
    return desc->backend == GLSORT_BACKEND_FRAGMENT;
}

// A stage a pass.
static bool takes_stages(const struct sort_desc* desc)
{
    return desc->method == GLSORT_METHOD_TREE_STAGES ||
           desc->method == GLSORT_METHOD_TREE_STAGES_COPY;
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
        uint64_t paths =
            takes_stages(desc) ? 0 : glsort_tree_level_paths_before(&v, v.stage_count);
        most.nodes = v.node_count > most.nodes ? v.node_count : most.nodes;
        most.paths = paths > most.paths ? paths : most.paths;
    }
    return most;
}

// Slots of the streams.
struct streams {
    uint8_t elements[2];
    uint8_t nodes;
    uint8_t paths[2];
    uint8_t values; // copy of the caller's values, from which the store gathers
};

static void declare_buffers(struct schedule* s, const struct sort_desc* desc,
                            struct streams* t)
{
    struct stream_sizes sizes = stream_sizes(desc, desc->max_count);
    uint64_t element_bytes = (uint64_t)desc->max_count * ELEMENT_BYTES;
    t->elements[0] = glsort_schedule_buffer(s, "elements 0", element_bytes);
    t->elements[1] = glsort_schedule_buffer(s, "elements 1", element_bytes);
    t->nodes = glsort_schedule_buffer(s, "nodes", sizes.nodes * NODE_BYTES);
    if (!takes_stages(desc)) {
        t->paths[0] = glsort_schedule_buffer(s, "paths 0", sizes.paths * PATH_BYTES);
        t->paths[1] = glsort_schedule_buffer(s, "paths 1", sizes.paths * PATH_BYTES);
    }
    if (desc->values == GLSORT_VALUES_4_BYTES)
        t->values =
            glsort_schedule_buffer(s, "values copied", bytes_of_words(desc->max_count));
}

// ---- building blocks ------------------------------------------------------------------

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;
    struct streams t;
};

// Adds a pass over `items` elements or pairs, of which each work group has `tile`.
static struct pass* add_pass(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint32_t items, uint32_t tile)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = ceil_divide(items, tile);
    return p;
}

static void reads(struct pass* p, uint8_t slot, uint8_t point, uint64_t first_bytes,
                  uint64_t range_bytes)
{
    glsort_pass_bind(p, slot, USAGE_STORAGE, GLSORT_READ, point, first_bytes,
                     range_bytes);
}

static void writes(struct pass* p, uint8_t slot, uint8_t point, uint64_t first_bytes,
                   uint64_t range_bytes)
{
    glsort_pass_bind(p, slot, USAGE_STORAGE, GLSORT_WRITE, point, first_bytes,
                     range_bytes);
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

// ---- load -------------------------------------------------------------------

static void add_load(struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    bool copies = desc->values == GLSORT_VALUES_4_BYTES;
    struct pass* p = takes_stages(desc)
                         ? add_pass(b, "load and sort sixteens", GLSORT_PHASE_SORT,
                                    SHADER_TREE_STAGE_LOCAL, b->count, TREE_TILE)
                         : add_pass(b, "load for trees", GLSORT_PHASE_LOAD,
                                    SHADER_TREE_LOAD, b->count, TREE_GROUP);
    struct tree_io_params params = {.io = glsort_io_first(desc)};
    params.io.keys_in_base = 0;
    // Elements have indices even without values.
    params.io.flags = copies ? IO_READ_VALUES | TREE_WRITE_VALUES : 0;
    glsort_bind_elements(p, desc, desc->ends.keys_in.slot, b->count, GLSORT_READ,
                         TREE_IO_KEYS, IO_BASE(keys_in_base));
    writes(p, b->t.elements[0], TREE_IO_ELEMENTS, 0, array_bytes(b));
    if (copies) {
        glsort_bind_elements(p, desc, desc->ends.values_in.slot, b->count, GLSORT_READ,
                             TREE_IO_VALUES_IN, IO_BASE(values_in_base));
        writes(p, b->t.values, TREE_IO_VALUES_OUT, 0, bytes_of_words(b->count));
    }
    p->leaves = elements_in(b, 0);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// ---- one level ------------------------------------------------------------------------

static void add_local(struct builder* b)
{
    struct pass* p = add_pass(b, "local sort for trees", GLSORT_PHASE_SORT,
                              SHADER_TREE_LOCAL, b->count, TREE_TILE);
    struct tree_params params = {.block_log = b->desc->local_log};
    reads(p, b->t.elements[0], TREE_ELEMENTS_IN, 0, array_bytes(b));
    writes(p, b->t.elements[1], TREE_ELEMENTS_OUT, 0, array_bytes(b));
    p->leaves = elements_in(b, 1);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void bind_step(struct builder* b, struct pass* p, uint32_t parity,
                      const struct tree_params* params)
{
    uint64_t paths = (uint64_t)params->pair_count * PATH_BYTES;
    uint64_t path_first = (uint64_t)params->paths_in * PATH_BYTES;
    uint64_t node_first = (uint64_t)params->nodes_first * NODE_BYTES;
    uint64_t nodes = (uint64_t)params->pair_count * 2 * NODE_BYTES;
    bool is_first = params->nodes_first == 0;
    if (!is_first) {
        reads(p, b->t.nodes, TREE_NODES_IN, 0, node_first);
        glsort_pass_moves(p, nodes);
    }
    writes(p, b->t.nodes, TREE_NODES_OUT, node_first, nodes);
    if (!is_first)
        reads(p, b->t.paths[1 - parity], TREE_PATHS_IN, path_first, paths);
    writes(p, b->t.paths[parity], TREE_PATHS_OUT, path_first, paths);
}

// The elements are in the trees. The other array is unused until the level ends.
static void leave_inside(const struct builder* b, struct pass* p, uint8_t from)
{
    p->leaves = elements_in(b, from);
    p->leaves.place = PLACE_INSIDE;
    p->leaves.values = b->t.elements[1 - from];
}

// from: the array of the level's source.
static void add_step(struct builder* b, const struct tree_level* v, uint32_t at,
                     uint8_t from)
{
    struct tree_step step = glsort_tree_level_step(v, at);
    struct tree_params params = glsort_tree_step_params(v, step);
    struct pass* p = add_pass(b, "tree phase", GLSORT_PHASE_SORT, SHADER_TREE_PHASE,
                              step.pair_count, TREE_GROUP);
    p->level = (uint8_t)v->level;
    p->stage = (uint8_t)step.first_stage;
    p->stage_count = (uint8_t)step.stage_count;
    p->step = (uint16_t)(v->overlapped ? at : step.first_phase);
    reads(p, b->t.elements[from], TREE_ELEMENTS_IN, 0, array_bytes(b));
    // What a pair reads is in the streams or, in the first step, in the elements.
    uint64_t read = (uint64_t)params.pair_count * (2 * NODE_BYTES + PATH_BYTES);
    glsort_pass_moves(p, params.nodes_first == 0 ? read : 0);
    bind_step(b, p, at % 2, &params);
    leave_inside(b, p, from);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// All phases of a stage.
static void add_stage(struct builder* b, const struct tree_level* v, uint32_t stage,
                      uint8_t from)
{
    struct tree_params params = glsort_tree_stage_params(v, stage);
    struct pass* p = add_pass(b, "tree stage", GLSORT_PHASE_SORT, SHADER_TREE_STAGE,
                              params.pair_count, TREE_GROUP);
    uint64_t node_first = (uint64_t)params.nodes_first * NODE_BYTES;
    uint64_t nodes = (uint64_t)params.nodes_end * NODE_BYTES - node_first;
    p->level = (uint8_t)v->level;
    p->stage = (uint8_t)stage;
    p->stage_count = 1;
    p->step = (uint16_t)(v->level - 1 - stage); // its last phase
    reads(p, b->t.elements[from], TREE_ELEMENTS_IN, 0, array_bytes(b));
    glsort_pass_moves(p, node_first == 0 ? nodes : 0);
    if (node_first > 0) {
        reads(p, b->t.nodes, TREE_NODES_IN, 0, node_first);
        glsort_pass_moves(p, nodes);
    }
    writes(p, b->t.nodes, TREE_NODES_OUT, node_first, nodes);
    leave_inside(b, p, from);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Flattens the subtrees and merges them, from one array to the other.
static void add_finish(struct builder* b, const struct tree_level* v, uint8_t from)
{
    struct tree_params params = glsort_tree_finish_params(v);
    uint16_t shader =
        takes_stages(b->desc) ? SHADER_TREE_STAGE_FINISH : SHADER_TREE_FINISH;
    struct pass* p =
        add_pass(b, "finish tree level", GLSORT_PHASE_SORT, shader, b->count, TREE_TILE);
    p->level = (uint8_t)v->level;
    reads(p, b->t.elements[from], TREE_ELEMENTS_IN, 0, array_bytes(b));
    if (v->node_count > 0) {
        reads(p, b->t.nodes, TREE_NODES_IN, 0, (uint64_t)v->node_count * NODE_BYTES);
        glsort_pass_moves(p, array_bytes(b));
    }
    writes(p, b->t.elements[1 - from], TREE_ELEMENTS_OUT, 0, array_bytes(b));
    p->leaves = elements_in(b, 1 - from);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build_dispatches(const struct sort_desc* desc, uint32_t count,
                             struct schedule* s)
{
    struct builder b = {.s = s, .desc = desc, .count = count};
    declare_buffers(s, desc, &b.t);
    if (count == 0)
        return;
    add_load(&b);
    uint8_t from = 0;
    uint32_t levels = ceil_log(count);
    if (!takes_stages(desc) && desc->local_log > 0 && levels > 0) {
        add_local(&b);
        from = 1;
    }
    for (uint32_t level = first_level(desc); level <= levels; ++level) {
        struct tree_level v;
        glsort_tree_level_plan(&v, count, level, desc->merge_log,
                               desc->method == GLSORT_METHOD_TREE);
        if (takes_stages(desc))
            for (uint32_t stage = 0; stage < v.stage_count; ++stage)
                add_stage(&b, &v, stage, from);
        else
            for (uint32_t step = 0; step < v.step_count; ++step)
                add_step(&b, &v, step, from);
        add_finish(&b, &v, from);
        from ^= 1;
    }
    glsort_store_result(s, desc, count, "store tree order", elements_in(&b, from));
}

// ---- peek -----------------------------------------------------------------------------

// The binding by which the last step wrote a stream.
static const struct binding* written_by(const struct pass* step, uint8_t point)
{
    for (uint32_t i = 0; i < step->binding_count; ++i) {
        const struct binding* b = &step->bindings[i];
        if (b->access == GLSORT_WRITE && b->unit == point)
            return b;
    }
    return NULL;
}

// Resolves the trees into the other array, which is unused until the level ends.
static void peek_dispatches(const struct peek* peek, struct schedule* s)
{
    const struct pass* step = peek->after;
    struct builder b = {.s = s, .desc = peek->desc, .count = peek->count};
    struct tree_params params;
    memcpy(&params, peek->run->params + step->params_at, sizeof params);
    struct pass* p = add_pass(&b, "resolve trees", GLSORT_PHASE_STORE, SHADER_TREE_PEEK,
                              b.count, TREE_GROUP);
    const struct binding* nodes = written_by(step, TREE_NODES_OUT);
    const struct binding* paths = written_by(step, TREE_PATHS_OUT);
    reads(p, peek->from.keys, TREE_ELEMENTS_IN, 0, array_bytes(&b));
    reads(p, nodes->slot, TREE_NODES_IN, 0, (uint64_t)params.nodes_end * NODE_BYTES);
    if (paths != NULL)
        reads(p, paths->slot, TREE_PATHS_IN, paths->first_bytes, paths->range_bytes);
    writes(p, peek->from.values, TREE_ELEMENTS_OUT, 0, array_bytes(&b));
    glsort_pass_params(s, p, &params, sizeof params);
    struct elements resolved = peek->from;
    resolved.place = PLACE_ELEMENTS;
    resolved.keys = peek->from.values;
    glsort_store_peeked(s, peek, "store resolved trees", resolved);
}

// ---- the interface to the plan --------------------------------------------------------

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    if (!is_draw(desc))
        build_dispatches(desc, count, s);
    else if (takes_stages(desc))
        glsort_tree_build_stages(desc, limits, count, s);
    else
        glsort_tree_build_draws(desc, limits, count, s);
}

static void peek(const struct peek* peek, struct schedule* s)
{
    if (!is_draw(peek->desc))
        peek_dispatches(peek, s);
    else if (takes_stages(peek->desc))
        glsort_tree_peek_stages(peek, s);
    else
        glsort_tree_peek_draws(peek, s);
}

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    uint32_t most_log = is_draw(desc) ? SIXTEENS_LOG : 10;
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER)
        return (struct refusal){
            "abisort-tree lays its node stream out for a count known on the CPU: "
            "count_source ARGS",
            ABOUT_ALGORITHM | ABOUT_COUNT_SOURCE};
    if (desc->local_log > most_log)
        return (struct refusal){
            is_draw(desc) ? "local_size must be at most 16 on the fragment backend"
                          : "local_size must be at most 1024",
            ABOUT_LOCAL_SIZE | ABOUT_BACKEND};
    if (desc->merge_log > most_log)
        return (struct refusal){
            is_draw(desc) ? "merge_size must be at most 16 on the fragment backend"
                          : "merge_size must be at most 1024",
            ABOUT_MERGE_SIZE | ABOUT_BACKEND};
    if (is_draw(desc) && limits->draw_buffers < 4)
        return (struct refusal){"abisort-tree in fragment passes needs 4 draw buffers",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_DRAW_BUFFERS};
    if (is_draw(desc) && limits->texture_layers < 8)
        return (struct refusal){
            "abisort-tree in fragment passes needs array textures of 8 layers",
            ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_TEXTURE_LAYERS};
    return NOT_REFUSED;
}

// Bit 31 of a node address is TREE_IN_ARRAY, and a level has up to about 3 nodes per
// element.
#define MOST_ELEMENTS (1u << 29)

static bool fits(const struct sort_desc* desc, const struct glsort_limits* limits,
                 uint32_t count)
{
    if (is_draw(desc) && takes_stages(desc))
        return glsort_tree_stages_fit(desc, limits, count);
    if (is_draw(desc))
        return glsort_tree_draws_fit(desc, limits, count);
    struct stream_sizes sizes = stream_sizes(desc, count);
    uint64_t most = limits->storage_block_bytes;
    return sizes.nodes * NODE_BYTES <= most && (uint64_t)count * ELEMENT_BYTES <= most &&
           sizes.paths * PATH_BYTES <= most;
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
    c.reason = is_draw(desc)
                   ? "elements and nodes must fit in one texture"
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
    {.id = GLSORT_METHOD_TREE_STAGES,
     .name = "tree-stages",
     .backends = ON_COMPUTE | ON_FRAGMENT,
     .local_size = 16,
     .merge_size = 16},
    {.id = GLSORT_METHOD_TREE_STAGES_COPY,
     .name = "tree-stages-copy",
     .backends = ON_FRAGMENT},
};

const struct algorithm glsort_abisort_tree_algorithm = {
    .id = GLSORT_ALGORITHM_ABISORT_TREE,
    .name = "abisort-tree",
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
    .peek = peek,
};
