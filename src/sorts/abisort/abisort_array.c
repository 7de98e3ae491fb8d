// SPDX-License-Identifier: MIT
// Adaptive bitonic sorting on arrays. Bilardi and Nicolau (1989) merge a bitonic sequence
// by searching for the index q where the smaller half starts, instead of comparing every
// pair; trees make it cheap to exchange stretches of elements. Here the sorted runs stay
// arrays. Each block of the output searches for its cut: the generalization of q to any
// rank, and a point of the merge path. So a level takes one pass, or two if a separate
// pass does the searches. docs/algorithms.md shows that the blocks are those of the
// adaptive merge.
//
// The passes move keys together with their values, and of equal keys, those of the first
// run come first. So the sort is stable without a stream of indices. The fragment passes
// are in abisort_draws.c.
#include <assert.h>

#include "abisort_levels.h"
#include "abisort_tuning.h"
#include "passes.h"
#include "counting.h"
#include "shader_ids.h"
#include "shared/array.h"

static_assert(LOCAL_SMALL_TILE == LOCAL_SMALL_GROUP * ITEM_COUNT &&
                  LOCAL_LARGE_TILE == LOCAL_LARGE_GROUP * ITEM_COUNT,
              "tile.glsl: one group sorts a tile");
static_assert(LOCAL_SMALL_TILE == 1 << LOCAL_SMALL_TILE_LOG &&
                  LOCAL_LARGE_TILE == 1 << LOCAL_LARGE_TILE_LOG,
              "the first merges start at these runs");
static_assert(4 * (LOCAL_LARGE_TILE + LOCAL_LARGE_TILE / 32 + 1) <= 32768 &&
                  4 * (LOCAL_SMALL_TILE + LOCAL_SMALL_TILE / 32 + 1) <= 16384,
              "tile.glsl: the shared memory that every device of GL and of GLES has");
static_assert(MERGE_TILE == MERGE_GROUP * ITEM_COUNT,
              "tile.glsl: one group merges a tile");
static_assert(1 << MERGE_PROBES_LOG <= MERGE_GROUP / 2,
              "array_merge.comp: half a group searches for each cut");
static_assert(MERGE_TILE <= 2 * LOCAL_SMALL_TILE, "a tile must not cross a pair of runs");
static_assert(sizeof(struct array_params) == 64, "std140 layout");

enum { CUT_BYTES = 4 };

// ---- compute --------------------------------------------------------------------------

// Shared memory of array_local.comp with tiles of this size.
#define LOCAL_SHARED_BYTES(TILE) (4 * ((TILE) + (TILE) / 32 + 1))

static bool has_large_tiles(const struct sort_desc* desc)
{
    return desc->group_size >= LOCAL_LARGE_GROUP &&
           desc->shared_bytes >= LOCAL_SHARED_BYTES(LOCAL_LARGE_TILE);
}

// Log of the length of the runs that the first pass sorts. It depends on the descriptor
// and the device only, so that a plan uses the same shaders for every count.
static uint32_t first_run_log(const struct sort_desc* desc)
{
    return desc->expected_count <= LOCAL_SMALL_TILE || !has_large_tiles(desc)
               ? LOCAL_SMALL_TILE_LOG
               : LOCAL_LARGE_TILE_LOG;
}

// True if the ping-pong buffer is a texture of pairs.
static bool has_texture(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    return desc->values != GLSORT_VALUES_NONE && desc->max_count >= LEAST_TEXTURE_PAIRS &&
           glsort_pair_texture_fits(desc, limits);
}

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    bool with_values;
    struct elements alternate; // ping-pong buffers, which alternate with the outputs
    struct elements outputs;   // the caller's, or scratch for keys that no output takes
    uint8_t cuts;
};

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    uint64_t words = bytes_of_words(desc->max_count);
    struct builder b = {
        .s = s,
        .desc = desc,
        .count = count,
        .with_values = desc->values != GLSORT_VALUES_NONE,
        .outputs = glsort_outputs(desc),
    };
    if (desc->max_count <= 1u << first_run_log(desc))
        return b;
    b.alternate = glsort_alternate(s, desc, has_texture(desc, limits));
    if (desc->discard_keys)
        b.outputs.keys = glsort_schedule_buffer(s, "keys discarded", words);
    if (desc->method == GLSORT_METHOD_ABISORT_PARTITION) {
        uint32_t cuts = ceil_divide(desc->max_count, MERGE_TILE);
        b.cuts = glsort_schedule_buffer(s, "cuts", (uint64_t)cuts * CUT_BYTES);
    }
    return b;
}

// Returns the destination of a pass that is followed by `left` more merges.
static struct elements destination(const struct builder* b, uint32_t left)
{
    struct elements to = left % 2 == 1 ? b->alternate : b->outputs;
    to.mapped = left > 0;
    return to;
}

static void write_elements(struct builder* b, struct pass* p, struct elements to,
                           const struct array_params* params)
{
    bool keys = (params->io.flags & IO_WRITE_KEYS) != 0;
    glsort_write_elements(p, b->desc, to, b->count, keys, b->with_values);
}

static void add_local(struct builder* b, struct elements to)
{
    struct pass* p =
        glsort_schedule_pass(b->s, "local sort of tiles", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_ARRAY_LOCAL);
    struct array_params params = {.io = glsort_io_first(b->desc)};
    uint32_t run_log = first_run_log(b->desc);
    bool texture = b->alternate.place == PLACE_PAIRS;
    if (!to.mapped)
        glsort_io_last(&params.io, b->desc);
    if (to.place == PLACE_PAIRS)
        params.io.flags |= ARRAY_TO_TEXTURE;
    p->variant =
        variant_array_local(b->with_values, run_log == LOCAL_LARGE_TILE_LOG, texture);
    p->groups = ceil_divide(b->count, 1u << run_log);
    p->tile_in_place = true;
    glsort_read_elements(p, b->desc, glsort_inputs(b->desc), b->count, b->with_values);
    write_elements(b, p, to, &params);
    glsort_bind_tiles(b->s, p, 1u << run_log);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_partition(struct builder* b, struct elements from, uint32_t run_log)
{
    struct pass* p =
        glsort_schedule_pass(b->s, "partition runs by tiles", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_ARRAY_PARTITION);
    struct array_params params = {.run_log = run_log};
    uint32_t cuts = ceil_divide(b->count, MERGE_TILE);
    p->groups = ceil_divide(cuts, CUT_GROUP);
    p->level = (uint8_t)(run_log + 1);
    p->variant = variant_array_partition(from.place == PLACE_PAIRS);
    glsort_read_keys(p, b->desc, from, b->count);
    glsort_pass_moves(p, (uint64_t)cuts * 2 * WORD_BYTES * run_log);
    glsort_pass_buffer(p, b->cuts, GLSORT_WRITE, ARRAY_CUTS, (uint64_t)cuts * CUT_BYTES);
    const struct count_row row = {.tile = CUT_GROUP * MERGE_TILE, .above = 1u << run_log};
    glsort_bind_row(b->s, p, &row);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// With a count on the GPU, the last merge copies if it has nothing to merge: from where
// the passes before it have left the elements, which may be the outputs.
static void bind_final(struct builder* b, struct pass* p, struct elements from,
                       struct array_params* params)
{
    params->merges = from.merges;
    p->tile_in_place = from.merges != 0;
    if (p->tile_in_place)
        glsort_read_outputs(p);
    glsort_bind_tiles(b->s, p, MERGE_TILE);
}

// `backwards`: processes the tiles from the last to the first, because the last elements
// were written last and are still in the cache.
static void add_merge(struct builder* b, struct elements from, struct elements to,
                      uint32_t run_log, bool backwards)
{
    struct pass* p =
        glsort_schedule_pass(b->s, "merge runs by tiles", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_ARRAY_MERGE);
    struct array_params params = {
        .run_log = run_log,
        .io = {.flags = IO_WRITE_KEYS | (backwards ? ARRAY_BACKWARDS : 0)},
    };
    const bool final = b->s->gpu_count && !to.mapped;
    const struct count_row row = {.tile = MERGE_TILE, .above = 1u << run_log};
    if (!to.mapped)
        glsort_io_last(&params.io, b->desc);
    p->variant =
        variant_array_merge(b->with_values, b->cuts != SLOT_NONE,
                            from.place == PLACE_PAIRS, to.place == PLACE_PAIRS, final);
    p->groups = ceil_divide(b->count, MERGE_TILE);
    p->level = (uint8_t)(run_log + 1);
    glsort_read_elements(p, b->desc, from, b->count, b->with_values);
    write_elements(b, p, to, &params);
    if (final)
        bind_final(b, p, from, &params);
    else
        glsort_bind_row(b->s, p, &row);
    glsort_pass_params(b->s, p, &params, sizeof params);
    if (b->cuts != SLOT_NONE) {
        uint64_t cut_bytes = (uint64_t)p->groups * CUT_BYTES;
        glsort_pass_buffer(p, b->cuts, GLSORT_READ, ARRAY_CUTS, cut_bytes);
        glsort_pass_moves(p, 2 * cut_bytes);
    }
}

// With a count on the GPU the schedule has all levels of max_count. Those above the
// actual count have no work groups, except the last merge, which copies.
static void build_dispatches(const struct sort_desc* desc,
                             const struct glsort_limits* limits, uint32_t count,
                             struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    uint32_t run_log = first_run_log(desc);
    uint32_t levels = glsort_abisort_levels(count, run_log);
    struct elements at = destination(&b, levels);
    add_local(&b, at);
    for (uint32_t level = 0; level < levels; ++level) {
        struct elements to = destination(&b, levels - level - 1);
        if (to.mapped)
            to = glsort_merged(s, at, to, run_log + level);
        if (b.cuts != SLOT_NONE)
            add_partition(&b, at, run_log + level);
        add_merge(&b, at, to, run_log + level, level % 2 == 0);
        at = to;
    }
}

// ---- the interface to the plan --------------------------------------------------------

static struct refusal refuses_fragment(const struct glsort_limits* limits)
{
    if (limits->draw_buffers < 4)
        return (struct refusal){"abisort in fragment passes needs 4 draw buffers",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_DRAW_BUFFERS};
    if (limits->texture_layers < 4)
        return (struct refusal){
            "abisort in fragment passes needs array textures of 4 layers",
            ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_TEXTURE_LAYERS};
    return NOT_REFUSED;
}

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        return refuses_fragment(limits);
    if (limits->group_size < LOCAL_SMALL_GROUP)
        return (struct refusal){"abisort in compute passes needs work groups of 256",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_GROUP_SIZE};
    if (limits->shared_bytes < LOCAL_SHARED_BYTES(LOCAL_SMALL_TILE))
        return (struct refusal){
            "abisort in compute passes needs 8452 bytes of shared memory",
            ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_SHARED_BYTES};
    return NOT_REFUSED;
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    uint64_t held = desc->backend == GLSORT_BACKEND_COMPUTE
                        ? limits->storage_block_bytes / WORD_BYTES
                        : texture_capacity(limits->texture_size) *
                              (glsort_has_transfers(desc) ? 1 : TEXEL_ITEMS);
    return capacity_within(capacity_of_merges(), desc, held);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    if (desc->backend == GLSORT_BACKEND_COMPUTE)
        build_dispatches(desc, limits, count, s);
    else
        glsort_abisort_build_draws(desc, limits, count, s);
}

static const struct method methods[] = {
    {.id = GLSORT_METHOD_ABISORT_FUSED,
     .name = "abisort-fused",
     .backends = ON_COMPUTE | ON_FRAGMENT,
     .uses = ABOUT_COUNT_SOURCE},
    {.id = GLSORT_METHOD_ABISORT_PARTITION,
     .name = "abisort-partition",
     .backends = ON_COMPUTE | ON_FRAGMENT,
     .uses = ABOUT_COUNT_SOURCE},
};

const struct algorithm glsort_abisort_algorithm = {
    .id = GLSORT_ALGORITHM_ABISORT,
    .name = "abisort",
    .bit_ranges = ON_FRAGMENT,
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
};
