// SPDX-License-Identifier: MIT
// Sorting by ranks. Work groups sort short runs. Then merge passes combine up to eight
// sorted runs: each element searches for its rank in the up to seven other runs and is
// written to the sum of its ranks (N. Satish, M. Harris and M. Garland, "Designing
// Efficient Sorting Algorithms for Manycore GPUs", 2009). With GLSORT_METHOD_RANK_ALL,
// few elements are sorted instead by a pass that ranks each among all others
// (enumeration sort: D. E. Knuth, "The Art of Computer Programming", volume 3, 5.2).
//
// The passes move keys together with their values, and of equal keys, those of the
// earlier run come first, or with RANK_ALL those at the earlier position. So the sort is
// stable without a stream of indices.
#include <assert.h>

#include "algorithm.h"
#include "passes.h"
#include "counting.h"
#include "keys.h"
#include "rank_tuning.h"
#include "ranked_tile.h"
#include "shader_ids.h"
#include "shared/radix.h"
#include "shared/rank.h"
#include "store.h"

static_assert(2 * RANK_RUN_SMALL_GROUP == 1 << RANK_RUN_SMALL_LOG &&
                  2 * RANK_RUN_MEDIUM_GROUP == 1 << RANK_RUN_MEDIUM_LOG &&
                  2 * RANK_RUN_LARGE_GROUP == 1 << RANK_RUN_LARGE_LOG,
              "rank_runs.comp: one group sorts a run");
static_assert(4 * 4 << RANK_RUN_LARGE_LOG <= 32768 &&
                  4 * 6 << RANK_RUN_MEDIUM_LOG <= 32768,
              "rank_runs.comp: the shared memory that GL 4.3 guarantees");
static_assert(RANK_MERGE_MOST_LEVELS == 3, "rank_merge.comp: 8 ways at most");
static_assert(RANK_STAGED_MOST <= 8 << RANK_RUN_MEDIUM_LOG,
              "rank_merge.comp: a staged merge of 8 medium tiles covers all keys");
static_assert(RANK_STAGED_MOST % (RANK_MERGE_ITEMS * RANK_STAGED_GROUP) == 0 &&
                  4 * RANK_STAGED_MOST <= 32768,
              "rank_merge.comp: whole rounds, in the memory that GL 4.3 guarantees");
static_assert(RANK_TILE_QUAD_MOST == 4 * RANK_TILE_GROUP &&
                  RANK_TILES_MOST == 4 * RANK_TILE_QUAD_MOST,
              "tile_ranks.glsl: one, two or four quads of keys for an invocation");
static_assert(RANK_TILE_LEAST % 4 == 0 && RANK_TILE_MOST <= RANK_TILE_GROUP,
              "tile_ranks.glsl: tiles of whole quads, an invocation for each element");
static_assert(RANK_ALL_SMALL_GROUP % RANK_ALL_TILE == 0 &&
                  RANK_ALL_SMALL_GROUP == RANK_RUN_SMALL_GROUP &&
                  RANK_ALL_GROUP % RANK_ALL_TILE == 0 && RANK_ALL_TILE % 4 == 0 &&
                  RANK_ALL_MOST % 4 == 0 && RANK_ALL_GROUP == RANK_TILE_GROUP,
              "rank_all.comp: whole slices, tiles of quads of keys");
static_assert(RANK_TILES_MOST == GLSORT_RANK_ALL_MOST, "as the header says");
static_assert(sizeof(struct rank_params) == 64, "std140 layout");

// Shared memory of rank_runs.comp with tiles of 1 << LOG pairs, and of rank_all.comp.
#define RUN_SHARED_BYTES(LOG) (16u << (LOG))
#define WIDE_RUN_SHARED_BYTES(LOG) (24u << (LOG)) // keys of two words
#define RANK_ALL_SHARED_BYTES (4 * (RANK_ALL_MOST + RANK_ALL_TILE))

// ---- sizes ----------------------------------------------------------------------------
//
// They depend on the descriptor and the device only, so that a plan uses the same shaders
// for every count.

// True if a single pass ranks all elements: by comparing all pairs (rank_all.comp), or by
// searching tiles (rank_tiles.comp), which takes large work groups.
static bool ranks_all(const struct sort_desc* desc)
{
    const bool large = desc->group_size >= RANK_TILE_GROUP;
    return desc->method == GLSORT_METHOD_RANK_ALL &&
           desc->max_count <= (large ? RANK_TILES_MOST : RANK_ALL_MOST);
}

static bool has_wide_keys(const struct sort_desc* desc)
{
    return glsort_key_words(desc->key) > 1;
}

// True if the work groups of a merge first read all keys into shared memory.
static bool is_staged(const struct sort_desc* desc)
{
    return !has_wide_keys(desc) && desc->max_count <= RANK_STAGED_MOST &&
           desc->group_size >= RANK_STAGED_GROUP &&
           desc->shared_bytes >= 4 * RANK_STAGED_MOST;
}

// Log of the largest tile that the device sorts. A group of half as many invocations
// sorts it in two halves of shared memory. Each half has the words of each element's key
// and, with values, another one for the position. The largest groups that sort pairs need
// more registers than some of the devices have that were not measured.
static uint32_t largest_run_log(const struct sort_desc* desc)
{
    const bool wide = has_wide_keys(desc);
    const bool spills = desc->values != GLSORT_VALUES_NONE && !desc->measured;
    uint32_t log = wide || spills ? RANK_RUN_MEDIUM_LOG : RANK_RUN_LARGE_LOG;
    while (log > RANK_RUN_SMALL_LOG &&
           (desc->group_size < 1u << (log - RANK_RUN_ITEMS_LOG) ||
            desc->shared_bytes <
                (wide ? WIDE_RUN_SHARED_BYTES(log) : RUN_SHARED_BYTES(log))))
        --log;
    return log;
}

// Log of the length of the runs that the first pass makes: a single run if the expected
// elements fit. Otherwise small runs, if the device sorts no larger ones, or if the count
// is small and they need no more merge passes than medium ones; else medium runs, not
// large ones, because merging is faster than sorting a large run, unless that saves a
// merge pass.
static uint32_t first_run_log(const struct sort_desc* desc)
{
    uint32_t log = ceil_log(desc->expected_count);
    uint32_t largest = largest_run_log(desc);
    if (log <= largest)
        return log < RANK_RUN_SMALL_LOG ? RANK_RUN_SMALL_LOG : log;
    if (largest == RANK_RUN_SMALL_LOG)
        return RANK_RUN_SMALL_LOG;
    if (log == LARGE_RUNS_LOG)
        return largest;
    bool small = log <= SMALL_RUNS_LOG &&
                 ceil_divide(log - RANK_RUN_SMALL_LOG, RANK_MERGE_MOST_LEVELS) ==
                     ceil_divide(log - RANK_RUN_MEDIUM_LOG, RANK_MERGE_MOST_LEVELS);
    return small ? RANK_RUN_SMALL_LOG : RANK_RUN_MEDIUM_LOG;
}

static bool compares_pairs(const struct sort_desc* desc)
{
    return desc->max_count <= RANK_ALL_MOST;
}

// Elements that a work group ranks among all, or merges.
static uint32_t tile_of(const struct sort_desc* desc)
{
    if (ranks_all(desc) && compares_pairs(desc))
        return RANK_ALL_TILE;
    if (ranks_all(desc))
        return ranked_tile(desc->max_count);
    return is_staged(desc) ? RANK_STAGED_TILE : RANK_MERGE_GROUP;
}

// Number of levels from sorted runs of 1 << run_log to a single one of `count` elements.
static uint32_t merge_levels(uint32_t count, uint32_t run_log)
{
    uint32_t log = ceil_log(count);
    return log > run_log ? log - run_log : 0;
}

// Number of levels that the merge pass of sorted runs of 1 << run_log covers. It depends
// on the descriptor, so that smaller counts take the first passes of max_count and need
// no other programs.
static uint32_t levels_at_once(const struct sort_desc* desc, uint32_t run_log)
{
    uint32_t most =
        RANK_MERGE_MOST_LEVELS - (desc->expected_count <= MOST_IN_8_WAYS ? 0 : 1);
    uint32_t left = merge_levels(desc->max_count, run_log);
    if (is_staged(desc)) // by the program for 8 runs, some of which may be empty
        return left < RANK_MERGE_MOST_LEVELS ? left : RANK_MERGE_MOST_LEVELS;
    return ceil_divide(left, ceil_divide(left, most));
}

static uint32_t merge_count(const struct sort_desc* desc, uint32_t count)
{
    uint32_t merges = 0;
    uint32_t run_log = first_run_log(desc);
    for (; merge_levels(count, run_log) > 0; run_log += levels_at_once(desc, run_log))
        ++merges;
    return merges;
}

// ---- passes ---------------------------------------------------------------------------

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t key_words;
    bool with_values;
    struct elements alternate; // ping-pong buffers, which alternate with the outputs
    struct elements outputs;   // the caller's, or scratch for keys that no output takes
};

static struct builder open_builder(const struct sort_desc* desc, uint32_t count,
                                   struct schedule* s)
{
    bool merges = !ranks_all(desc) && desc->max_count > 1u << first_run_log(desc);
    struct builder b = {
        .s = s,
        .desc = desc,
        .count = count,
        .key_words = glsort_key_words(desc->key),
        .with_values = desc->values != GLSORT_VALUES_NONE,
        .outputs = glsort_outputs(desc),
    };
    if (merges || ranks_all(desc))
        b.alternate = glsort_alternate(s, desc, false);
    if (merges && desc->discard_keys)
        b.outputs.keys = glsort_schedule_buffer(
            s, "keys discarded", b.key_words * bytes_of_words(desc->max_count));
    return b;
}

// Returns the destination of a pass that is followed by `left` more passes.
static struct elements destination(const struct builder* b, uint32_t left)
{
    struct elements to = left % 2 == 1 ? b->alternate : b->outputs;
    to.mapped = left > 0;
    return to;
}

// Binds a pass. from: NULL if it computes the keys. `row`: for glsort_bind_groups().
static void bind_pass(struct builder* b, struct pass* p, const struct elements* from,
                      struct elements to, const struct rank_params* params,
                      struct count_row row)
{
    if (from != NULL)
        glsort_read_elements(p, b->desc, *from, b->count, b->with_values);
    glsort_write_elements(p, b->desc, to, b->count,
                          (params->io.flags & IO_WRITE_KEYS) != 0, b->with_values);
    glsort_bind_groups(b->s, p, &row);
}

// Binds a pass that reads elements, and stores its parameters.
static void finish_pass(struct builder* b, struct pass* p, struct elements from,
                        struct elements to, const struct rank_params* params,
                        struct count_row row)
{
    bind_pass(b, p, &from, to, params, row);
    glsort_pass_params(b->s, p, params, sizeof *params);
}

static void add_runs(struct builder* b, const struct glsort_limits* limits,
                     struct elements to)
{
    struct pass* p =
        glsort_schedule_pass(b->s, "local sort by ranks", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_RANK_RUNS);
    struct rank_params params = {.io = glsort_io_first(b->desc)};
    uint32_t run_log = first_run_log(b->desc);
    struct elements from = glsort_inputs(b->desc);
    if (!to.mapped)
        glsort_io_last(&params.io, b->desc);
    bool computes = b->desc->computed != 0;
    const uint32_t group = 1u << (run_log - RANK_RUN_ITEMS_LOG);
    const bool subgroups = limits->subgroup_size == RADIX_CHUNK;
    p->variant = variant_rank_runs(b->with_values, b->key_words, subgroups, group,
                                   b->desc->computed);
    p->groups = ceil_divide(b->count, 1u << run_log);
    p->tile_in_place = true;
    bind_pass(b, p, computes ? NULL : &from, to, &params,
              (struct count_row){.tile = 1u << run_log});
    glsort_first_params(b->s, p, b->desc, &params, sizeof params);
}

static void add_merge(struct builder* b, struct elements from, struct elements to,
                      uint32_t run_log, uint32_t levels)
{
    struct pass* p = glsort_schedule_pass(b->s, "merge by ranks", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_RANK_MERGE);
    struct rank_params params = {.io = {.flags = IO_WRITE_KEYS}, .run_log = run_log};
    bool staged = is_staged(b->desc);
    uint32_t most_levels = staged ? RANK_MERGE_MOST_LEVELS : levels;
    // With a count on the GPU, the last merge copies if it has nothing to merge: from
    // where the passes before it have left the elements, which may be the outputs.
    const bool final = b->s->gpu_count && !to.mapped;
    struct count_row row = {.tile = tile_of(b->desc), .above = 1u << run_log};
    if (!to.mapped)
        glsort_io_last(&params.io, b->desc);
    if (final) {
        row.above = 0;
        params.merges = from.merges;
        p->tile_in_place = from.merges != 0;
    }
    const uint32_t ways = 1u << most_levels;
    p->variant = variant_rank_merge(b->with_values, b->key_words, ways, staged, final);
    p->groups = ceil_divide(b->count, tile_of(b->desc));
    p->level = (uint8_t)(run_log + levels);
    finish_pass(b, p, from, to, &params, row);
    if (p->tile_in_place)
        glsort_read_outputs(p);
}

static void add_all(struct builder* b, const char* label, struct elements from,
                    struct elements to, struct rank_params params)
{
    const bool pairs = compares_pairs(b->desc);
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, GLSORT_PHASE_SORT,
                             pairs ? SHADER_RANK_ALL : SHADER_RANK_TILES);
    params.tile = tile_of(b->desc);
    const uint32_t quads = ranked_quads(b->desc->max_count);
    const uint32_t group =
        b->desc->group_size >= RANK_ALL_GROUP ? RANK_ALL_GROUP : RANK_ALL_SMALL_GROUP;
    p->variant = pairs ? variant_rank_all(b->with_values, group)
                       : variant_rank_tiles(b->with_values, quads);
    p->groups = ceil_divide(b->count, params.tile);
    finish_pass(b, p, from, to, &params, (struct count_row){.tile = params.tile});
}

// Work groups read elements that other groups may overwrite, so a sort in place first
// copies its input. The program that ranks also copies, so that no other needs to be
// linked.
static void build_one_pass(struct builder* b)
{
    struct elements from = glsort_inputs(b->desc);
    struct rank_params params = {.io = glsort_io_first(b->desc)};
    if (b->desc->in_place) {
        params.io.flags |= RANK_KEEP_ORDER;
        add_all(b, "copy before ranking", from, b->alternate, params);
        params = (struct rank_params){.io = {.flags = IO_WRITE_KEYS}};
        from = b->alternate;
    }
    glsort_io_last(&params.io, b->desc);
    add_all(b, compares_pairs(b->desc) ? "compare all pairs" : "search all tiles", from,
            destination(b, 0), params);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    struct builder b = open_builder(desc, count, s);
    if (count == 0)
        return;
    if (ranks_all(desc)) {
        build_one_pass(&b);
        return;
    }
    uint32_t run_log = first_run_log(desc);
    uint32_t left = merge_count(desc, count);
    struct elements at = destination(&b, left);
    add_runs(&b, limits, at);
    while (left > 0) {
        struct elements to = destination(&b, --left);
        uint32_t levels = levels_at_once(desc, run_log);
        if (to.mapped)
            to = glsort_merged(s, at, to, run_log);
        add_merge(&b, at, to, run_log, levels);
        run_log += levels;
        at = to;
    }
}

// ---- the interface to the plan --------------------------------------------------------

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    bool compares = desc->method == GLSORT_METHOD_RANK_ALL;
    if (limits->group_size < RANK_RUN_SMALL_GROUP)
        return (struct refusal){"rank needs work groups of 256",
                                ABOUT_METHOD | ABOUT_GROUP_SIZE};
    if (limits->shared_bytes < RUN_SHARED_BYTES(RANK_RUN_SMALL_LOG))
        return (struct refusal){"rank needs 8192 bytes of shared memory",
                                ABOUT_METHOD | ABOUT_SHARED_BYTES};
    if (compares && limits->shared_bytes < RANK_ALL_SHARED_BYTES)
        return (struct refusal){"method RANK_ALL needs 8320 bytes of shared memory",
                                ABOUT_METHOD | ABOUT_SHARED_BYTES};
    return NOT_REFUSED;
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    return capacity_within(capacity_of_merges(), desc,
                           limits->storage_block_bytes / WORD_BYTES);
}

// The last merge has a program of its own if the count is on the GPU.
static uint32_t fewer_passes(const struct sort_desc* desc, uint32_t count)
{
    uint32_t run_log = first_run_log(desc);
    uint32_t most = 0;
    if (ranks_all(desc))
        return 0;
    for (; (uint64_t)1 << run_log < count; run_log += levels_at_once(desc, run_log))
        most = 1u << run_log;
    return most;
}

// Merges take whole keys of two words, and values of one.
static bool sorts_wide(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    return has_wide_keys(desc) && glsort_value_words(desc->values) < 2 &&
           desc->bit_count == glsort_key_bits(desc->key) && !ranks_all(desc) &&
           limits->shared_bytes >= WIDE_RUN_SHARED_BYTES(RANK_RUN_SMALL_LOG);
}

// Ranking in one pass reads each key several times.
static bool computes_keys(const struct sort_desc* desc)
{
    return !ranks_all(desc);
}

// Whole keys of two words, see sorts_wide().
static void peek(const struct peek* peek, struct schedule* s)
{
    struct elements from = peek->from;
    from.place = PLACE_ARRAYS;
    glsort_store_peeked(s, peek, "store whole keys reached", from);
}

static const struct method methods[] = {
    {.id = GLSORT_METHOD_RANK,
     .name = "rank",
     .backends = ON_COMPUTE,
     .uses = ABOUT_COUNT_SOURCE,
     .scatters = true},
    {.id = GLSORT_METHOD_RANK_ALL,
     .name = "rank-all",
     .backends = ON_COMPUTE,
     .uses = ABOUT_COUNT_SOURCE,
     .scatters = true},
};

const struct algorithm glsort_rank_algorithm = {
    .id = GLSORT_ALGORITHM_RANK,
    .name = "rank",
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .refuses = refuses,
    .capacity = capacity,
    .sorts_wide = sorts_wide,
    .computes_keys = computes_keys,
    .fewer_passes = fewer_passes,
    .build = build,
    .peek = peek,
};
