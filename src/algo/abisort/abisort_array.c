// SPDX-License-Identifier: MIT
// Adaptive bitonic sorting on arrays. Bilardi and Nicolau (1989) merge a bitonic sequence
// by finding the index q where the smaller half starts, instead of comparing every pair;
// their trees make the exchange cheap. Here the runs stay arrays. Each output block finds
// its cut, which is q for any rank and a point of the merge path, so a level is one pass,
// or two if the searches have a pass of their own. docs/algorithms.md shows that the
// blocks are those of the adaptive merge.
//
// Two other methods serve smaller counts. Merging by rank: each element finds its rank in
// up to seven other runs, and the pass scatters (N. Satish, M. Harris and M. Garland,
// "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009). Enumeration sort:
// all elements are compared with each other, without merges.
//
// The passes carry (key, value), and of equal keys those of the first run come first, so
// there is no index stream.
#include "algorithm.h"
#include "counting.h"
#include "extent.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "shared/radix.h"
#include "source_sink.h"
#include "stock_passes.h"
#include "store.h"

#include <assert.h>

static_assert(LOCAL_SMALL_TILE == LOCAL_SMALL_GROUP * ITEM_COUNT &&
                  LOCAL_LARGE_TILE == LOCAL_LARGE_GROUP * ITEM_COUNT,
              "tile.glsl: one group sorts a tile");
static_assert(LOCAL_SMALL_TILE == 1 << LOCAL_SMALL_TILE_LOG &&
                  LOCAL_LARGE_TILE == 1 << LOCAL_LARGE_TILE_LOG,
              "the first merges start at these runs");
static_assert(LOCAL_LARGE_TILE + LOCAL_LARGE_TILE / 32 + 1 <= 32768 / 4,
              "tile.glsl: the shared memory that every device has");
static_assert(MERGE_TILE == MERGE_GROUP * ITEM_COUNT,
              "tile.glsl: one group merges a tile");
static_assert(1 << MERGE_PROBES_LOG <= MERGE_GROUP / 2,
              "array_merge.comp: half a group searches for each cut");
static_assert(2 * RANKS_SMALL_GROUP == 1 << RANKS_SMALL_LOG &&
                  2 * RANKS_MEDIUM_GROUP == 1 << RANKS_MEDIUM_LOG &&
                  2 * RANKS_LARGE_GROUP == 1 << RANKS_LARGE_LOG,
              "rank_runs.comp: one group sorts a run");
static_assert(4 * 4 << RANKS_LARGE_LOG <= 32768,
              "rank_runs.comp: the shared memory that every device has");
static_assert(RANK_MERGE_MOST_LEVELS == 3, "rank_merge.comp: 8 ways at most");
static_assert(RANK_STAGED_MOST <= 8 << RANKS_MEDIUM_LOG,
              "rank_merge.comp: 8 runs cover all staged keys");
static_assert(RANK_STAGED_MOST % (ITEM_COUNT * RANK_STAGED_GROUP) == 0 &&
                  4 * RANK_STAGED_MOST <= 32768,
              "rank_merge.comp: whole rounds, in the shared memory every device has");
static_assert(RANK_STAGED_GROUP <= LOCAL_LARGE_GROUP,
              "refuses() asks for the largest work group");
static_assert(RANK_ALL_GROUP % RANK_ALL_LARGE_TILE == 0 &&
                  RANK_ALL_LARGE_TILE % RANK_ALL_SMALL_TILE == 0 &&
                  RANK_ALL_SMALL_TILE % 4 == 0,
              "rank_all.comp: whole slices, tiles of quads of keys");
static_assert(RANK_ALL_MOST == GLSORT_SPLIT_ALL_MOST, "as the header says");
static_assert(RANK_ALL_MOST % 4 == 0 && RANK_ALL_SMALL_MOST % 4 == 0 &&
                  4 * (RANK_ALL_MOST + RANK_ALL_LARGE_TILE) <= 32768,
              "rank_all.comp: quads of keys, in the shared memory that every device has");
static_assert(MERGE_TILE <= 2 << RANKS_SMALL_LOG, "a tile must not cross a pair of runs");
static_assert(MERGE_TILE <= 2 * LOCAL_SMALL_TILE, "a tile must not cross a pair of runs");
static_assert(sizeof(struct array_params) == 64, "std140 layout");
static_assert(CUT_STRIDE % TEXEL_ITEMS == 0,
              "array_merge.frag: a fragment must not cross a stride");

enum { KEY_BYTES = 4, CUT_BYTES = 4, ELEMENT_BYTES = 8 };

// Merging by rank: 8 ways take fewer passes than 4 but more reads, which pays off while
// passes are limited by latency, not bandwidth. Measured on 2026-11-22 on an H100 (driver
// 580.159).
#define MOST_IN_8_WAYS (1u << 17)

// Number of levels from runs of 1 << first_log to one run of `count`.
static uint32_t merge_levels(uint32_t count, uint32_t first_log)
{
    uint32_t log = ceil_log(count);
    return log > first_log ? log - first_log : 0;
}

// What both backends need to build passes.
struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    bool with_values;
    uint64_t key_bytes; // of count keys
};

static struct builder start(const struct sort_desc* desc, uint32_t count,
                            struct schedule* s)
{
    return (struct builder){
        .s = s,
        .desc = desc,
        .count = count,
        .with_values = desc->values != GLSORT_VALUES_NONE,
        .key_bytes = (uint64_t)count * KEY_BYTES,
    };
}

// ---- compute --------------------------------------------------------------------------

struct compute_scratch {
    struct elements alternate; // ping-pong buffers, which alternate with the outputs
    uint8_t last_keys;         // replaces the keys output if keys are discarded
    uint8_t cuts;
};

// From so many pairs on the ping-pong buffer is a texture. Merges read and write
// consecutive elements, which is faster in buffers for fewer pairs. Measured on
// 2026-11-23 on an H200 (driver 580.159).
enum { LEAST_TEXTURE_PAIRS = 1 << 25 };

// The shaders that sort and merge by rank, which AUTO chooses for few elements, support
// buffers only.
static bool has_texture(const struct sort_desc* desc, const struct glsort_limits* limits)
{
    bool usual =
        !glsort_merges_by_ranks(desc->split) && desc->local == GLSORT_LOCAL_NETWORK;
    return usual && desc->values != GLSORT_VALUES_NONE &&
           desc->max_count >= LEAST_TEXTURE_PAIRS &&
           glsort_pair_texture_fits(desc->max_count, limits);
}

static struct elements declare_alternate(struct builder* b,
                                         const struct glsort_limits* limits)
{
    uint64_t words = (uint64_t)b->desc->max_count * KEY_BYTES;
    struct elements alternate = {.place = PLACE_ARRAYS, .mapped = true};
    if (has_texture(b->desc, limits)) {
        alternate.place = PLACE_PAIRS;
        alternate.keys = glsort_pair_texture(b->s, b->desc->max_count);
        return alternate;
    }
    alternate.keys = glsort_schedule_buffer(b->s, "keys alternate", words);
    if (b->with_values)
        alternate.values = glsort_schedule_buffer(b->s, "values alternate", words);
    return alternate;
}

static struct compute_scratch declare_compute(struct builder* b,
                                              const struct glsort_limits* limits)
{
    uint64_t words = (uint64_t)b->desc->max_count * KEY_BYTES;
    bool compares = glsort_compares_all(b->desc);
    bool merges = !compares && b->desc->max_count > 1u << glsort_local_run_log(b->desc);
    struct compute_scratch scratch = {0};
    if (merges || compares)
        scratch.alternate = declare_alternate(b, limits);
    if (merges && b->desc->discard_keys)
        scratch.last_keys = glsort_schedule_buffer(b->s, "keys discarded", words);
    if (merges && b->desc->split == GLSORT_SPLIT_PARTITION) {
        uint32_t tiles = ceil_divide(b->desc->max_count, MERGE_TILE);
        scratch.cuts = glsort_schedule_buffer(b->s, "cuts", (uint64_t)tiles * CUT_BYTES);
    }
    return scratch;
}

static void bind_count(struct builder* b, struct pass* p, uint32_t arguments_word)
{
    glsort_bind_count(b->s, p);
    if (b->s->gpu_count)
        glsort_pass_indirect(p, SLOT_STATE, arguments_word * 4);
}

// A texture holds the values too.
static void bind_keys(struct builder* b, struct pass* p, struct elements from)
{
    if (from.place == PLACE_PAIRS)
        glsort_bind_pair_texture(p, from.keys, GLSORT_READ, b->count);
    else
        glsort_pass_bind_caller(p, from.keys, USAGE_STORAGE, GLSORT_READ, IO_KEYS_IN,
                                b->key_bytes, IO_BASE(keys_in_base));
}

static void bind_source(struct builder* b, struct pass* p, struct elements from)
{
    bool in_texture = from.place == PLACE_PAIRS;
    bool reads_values = b->with_values && (in_texture || from.values != SLOT_NONE);
    p->read_bytes = b->key_bytes * (reads_values ? 2 : 1);
    bind_keys(b, p, from);
    if (reads_values && !in_texture)
        glsort_pass_bind_caller(p, from.values, USAGE_STORAGE, GLSORT_READ, IO_VALUES_IN,
                                b->key_bytes, IO_BASE(values_in_base));
}

static void bind_target(struct builder* b, struct pass* p, struct elements to,
                        bool writes_keys)
{
    p->write_bytes =
        b->key_bytes * ((writes_keys ? 1u : 0u) + (b->with_values ? 1u : 0u));
    p->leaves = to;
    if (to.place == PLACE_PAIRS) {
        glsort_bind_pair_texture(p, to.keys, GLSORT_WRITE, b->count);
        return;
    }
    if (writes_keys)
        glsort_pass_bind_caller(p, to.keys, USAGE_STORAGE, GLSORT_WRITE, IO_KEYS_OUT,
                                b->key_bytes, IO_BASE(keys_out_base));
    if (b->with_values)
        glsort_pass_bind_caller(p, to.values, USAGE_STORAGE, GLSORT_WRITE, IO_VALUES_OUT,
                                b->key_bytes, IO_BASE(values_out_base));
}

static void bind_arrays(struct builder* b, struct pass* p, struct elements from,
                        struct elements to, const struct array_params* params)
{
    bind_source(b, p, from);
    bind_target(b, p, to, (params->io.flags & IO_WRITE_KEYS) != 0);
}

static struct elements inputs(const struct sort_desc* desc)
{
    bool given = desc->values == GLSORT_VALUES_4_BYTES;
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = SLOT_KEYS_IN,
        .values = given ? SLOT_VALUES_IN : SLOT_NONE,
    };
}

static uint8_t local_variant(const struct builder* b, const struct glsort_limits* limits)
{
    uint32_t log = glsort_local_run_log(b->desc);
    if (b->desc->local == GLSORT_LOCAL_NETWORK)
        return variant_array_local(b->with_values, log == LOCAL_LARGE_TILE_LOG,
                                   has_texture(b->desc, limits));
    bool subgroups = limits->subgroup_size == RADIX_CHUNK;
    return variant_rank_runs(b->with_values, subgroups, 1u << (log - RANKS_ITEMS_LOG));
}

static void build_local(struct builder* b, const struct glsort_limits* limits,
                        struct elements to, bool last)
{
    bool network = b->desc->local == GLSORT_LOCAL_NETWORK;
    struct pass* p =
        glsort_schedule_pass(b->s, "local sort", GLSORT_PASS_DISPATCH, GLSORT_PHASE_SORT,
                             network ? SHADER_ARRAY_LOCAL : SHADER_RANK_RUNS);
    struct array_params params = {.io = glsort_io_first(b->desc)};
    if (last)
        glsort_io_last(&params.io, b->desc);
    if (to.place == PLACE_PAIRS)
        params.io.flags |= ARRAY_TO_TEXTURE;
    p->variant = local_variant(b, limits);
    p->groups = ceil_divide(b->count, 1u << glsort_local_run_log(b->desc));
    p->tile_in_place = true;
    bind_arrays(b, p, inputs(b->desc), to, &params);
    bind_count(b, p, STATE_LOCAL_GROUPS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build_partition(struct builder* b, struct elements from, uint8_t cuts,
                            uint32_t run_log)
{
    struct pass* p = glsort_schedule_pass(b->s, "partition", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_ARRAY_PARTITION);
    struct array_params params = {.run_log = run_log};
    uint32_t tiles = ceil_divide(b->count, MERGE_TILE);
    p->groups = ceil_divide(tiles, CUT_GROUP);
    p->level = (uint8_t)(run_log + 1);
    p->read_bytes = (uint64_t)tiles * 2 * KEY_BYTES * run_log;
    p->write_bytes = (uint64_t)tiles * CUT_BYTES;
    p->variant = variant_array_partition(from.place == PLACE_PAIRS);
    bind_keys(b, p, from);
    glsort_pass_bind(p, cuts, USAGE_STORAGE, GLSORT_WRITE, ARRAY_CUTS, 0,
                     (uint64_t)tiles * CUT_BYTES);
    bind_count(b, p, STATE_CUT_GROUPS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// A merge of runs of 1 << run_log elements, which covers one or several levels.
struct merge {
    struct elements from;
    struct elements to;
    uint32_t run_log;
    uint32_t levels;
    bool last;
    bool backwards; // array_merge.comp: in the opposite order of the previous pass
};

// Fills in everything but the shader and variant. `tile`: elements of a work group.
static void fill_merge(struct builder* b, struct pass* p, const struct merge* m,
                       uint32_t tile, uint32_t flags)
{
    struct array_params params = {
        .run_log = m->run_log,
        .io = {.flags = IO_WRITE_KEYS | flags},
    };
    if (m->last)
        glsort_io_last(&params.io, b->desc);
    p->groups = ceil_divide(b->count, tile);
    p->level = (uint8_t)(m->run_log + m->levels);
    bind_arrays(b, p, m->from, m->to, &params);
    bind_count(b, p, STATE_MERGE_GROUPS);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build_rank_merge(struct builder* b, const struct merge* m)
{
    struct pass* p = glsort_schedule_pass(b->s, "merge by ranks", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_RANK_MERGE);
    bool staged = glsort_merges_staged(b->desc);
    uint32_t ways = staged ? 1u << RANK_MERGE_MOST_LEVELS : 1u << m->levels;
    p->variant = variant_rank_merge(b->with_values, ways, staged);
    fill_merge(b, p, m, staged ? RANK_STAGED_TILE : RANK_MERGE_GROUP, 0);
}

static void build_merge(struct builder* b, const struct merge* m, uint8_t cuts)
{
    struct pass* p = glsort_schedule_pass(b->s, "merge", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_ARRAY_MERGE);
    p->variant =
        variant_array_merge(b->with_values, cuts != SLOT_NONE,
                            m->from.place == PLACE_PAIRS, m->to.place == PLACE_PAIRS);
    fill_merge(b, p, m, MERGE_TILE, m->backwards ? ARRAY_BACKWARDS : 0);
    if (cuts != SLOT_NONE) {
        uint64_t cut_bytes = (uint64_t)p->groups * CUT_BYTES;
        glsort_pass_bind(p, cuts, USAGE_STORAGE, GLSORT_READ, ARRAY_CUTS, 0, cut_bytes);
        p->read_bytes += 2 * cut_bytes;
    }
}

// Where the pass with `left` passes after it writes: the ping-pong buffers and the
// caller's outputs alternate, and the last pass writes the outputs.
static struct elements destination(const struct builder* b,
                                   const struct compute_scratch* t, uint32_t left)
{
    if (left % 2 == 1)
        return t->alternate;
    return (struct elements){
        .place = PLACE_ARRAYS,
        .keys = b->desc->discard_keys ? t->last_keys : SLOT_KEYS_OUT,
        .values = SLOT_VALUES_OUT,
        .mapped = left > 0,
    };
}

static void add_rank_all(struct builder* b, const char* label, struct elements from,
                         struct elements to, const struct array_params* params)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_RANK_ALL);
    uint32_t tile = glsort_comparison_tile(b->desc);
    p->variant = variant_rank_all(b->with_values, tile == RANK_ALL_LARGE_TILE);
    p->groups = ceil_divide(b->count, tile);
    bind_arrays(b, p, from, to, params);
    bind_count(b, p, STATE_MERGE_GROUPS);
    glsort_pass_params(b->s, p, params, sizeof *params);
}

// Each work group reads all elements while other groups write, so a sort in place copies
// its input first. The same program copies, so no other program needs to be linked.
static void build_comparisons(struct builder* b, const struct compute_scratch* t)
{
    struct elements from = inputs(b->desc);
    struct array_params params = {.io = glsort_io_first(b->desc)};
    if (b->desc->in_place) {
        params.io.flags |= ARRAY_KEEP_ORDER;
        add_rank_all(b, "copy", from, t->alternate, &params);
        params = (struct array_params){.io = {.flags = IO_WRITE_KEYS}};
        from = t->alternate;
    }
    glsort_io_last(&params.io, b->desc);
    add_rank_all(b, "compare all", from, destination(b, t, 0), &params);
}

// How many levels the merge of runs of 1 << run_log covers. Depends on max_count only, so
// that smaller counts use the first passes, and the programs, of max_count.
static uint32_t levels_at_once(const struct sort_desc* desc, uint32_t run_log)
{
    if (!glsort_merges_by_ranks(desc->split))
        return 1;
    uint32_t most = RANK_MERGE_MOST_LEVELS - (desc->max_count <= MOST_IN_8_WAYS ? 0 : 1);
    uint32_t left = merge_levels(desc->max_count, run_log);
    return ceil_divide(left, ceil_divide(left, most));
}

// Number of merges; for the enumeration sort, 1 if it follows a copy.
static uint32_t passes_after_first(const struct sort_desc* desc, uint32_t count)
{
    uint32_t passes = 0;
    if (glsort_compares_all(desc))
        return desc->in_place ? 1 : 0;
    uint32_t run_log = glsort_local_run_log(desc);
    for (; merge_levels(count, run_log) > 0; run_log += levels_at_once(desc, run_log))
        ++passes;
    return passes;
}

// With a count on the GPU all levels of max_count run, and the levels that the actual
// count does not need copy.
static void build_compute(const struct sort_desc* desc,
                          const struct glsort_limits* limits, uint32_t count,
                          struct schedule* s)
{
    struct builder b = start(desc, count, s);
    struct compute_scratch scratch = declare_compute(&b, limits);
    if (count == 0)
        return;
    if (glsort_compares_all(desc)) {
        build_comparisons(&b, &scratch);
        return;
    }
    uint32_t run_log = glsort_local_run_log(desc);
    uint32_t left = passes_after_first(desc, b.count);
    struct elements at = destination(&b, &scratch, left);
    bool backwards = true;
    build_local(&b, limits, at, left == 0);
    for (; left > 0; --left, backwards = !backwards) {
        const struct merge merge = {
            .from = at,
            .to = destination(&b, &scratch, left - 1),
            .run_log = run_log,
            .levels = levels_at_once(desc, run_log),
            .last = left == 1,
            .backwards = backwards,
        };
        if (scratch.cuts != SLOT_NONE)
            build_partition(&b, at, scratch.cuts, run_log);
        if (glsort_merges_by_ranks(desc->split))
            build_rank_merge(&b, &merge);
        else
            build_merge(&b, &merge, scratch.cuts);
        at = merge.to;
        run_log += merge.levels;
    }
}

// ---- fragment -------------------------------------------------------------------------

// Slots of the textures, and their width.
struct fragment_scratch {
    struct elements elements[2];
    uint8_t cuts;
    uint8_t width_log;
};

static uint32_t texels_of(uint32_t count)
{
    return ceil_divide(count, TEXEL_ITEMS);
}

// With buffers the largest texture has one texel per element, for the upload.
static uint32_t largest_texels(const struct sort_desc* desc, uint32_t count)
{
    return glsort_through_buffers(desc) ? count : texels_of(count);
}

static struct fragment_scratch declare_fragment(struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    uint32_t max = desc->max_count;
    uint8_t width_log = texture_width_log(largest_texels(desc, max));
    struct fragment_scratch t = {.width_log = width_log};
    for (int i = 0; i < 2; ++i)
        t.elements[i] = (struct elements){
            .place = PLACE_LAYERS,
            .keys =
                glsort_schedule_texture(b->s, i == 0 ? "elements 0" : "elements 1",
                                        FORMAT_RGBA32UI, true, width_log, texels_of(max)),
            .mapped = true,
            .bytes = (uint64_t)b->count * ELEMENT_BYTES,
        };
    if (desc->split == GLSORT_SPLIT_PARTITION)
        t.cuts = glsort_schedule_texture(b->s, "cuts", FORMAT_R32UI, false, width_log,
                                         ceil_divide(max, CUT_STRIDE));
    glsort_declare_transfers(b->s, desc, width_log);
    return t;
}

static struct pass* add_draw(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint8_t width_log, uint32_t texels)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DRAW, phase, shader);
    p->width_log = width_log;
    p->groups = texels;
    glsort_bind_count(b->s, p);
    return p;
}

static void fetch_elements(struct pass* p, struct elements from)
{
    glsort_pass_bind(p, from.keys, USAGE_FETCH, GLSORT_READ, UNIT_ELEMENTS, 0,
                     from.bytes);
}

// A fragment writes a whole texel even if the count ends within it.
static void target_elements(struct builder* b, struct pass* p, struct elements to)
{
    uint64_t elements = (uint64_t)texels_of(b->count) * TEXEL_ITEMS;
    glsort_pass_bind(p, to.keys, USAGE_TARGET, GLSORT_WRITE, 0, 0,
                     elements * ELEMENT_BYTES);
    p->write_bytes = to.bytes;
    p->leaves = to;
}

static void draw_local(struct builder* b, const struct fragment_scratch* t)
{
    const struct transfers* in = &b->s->transfers;
    struct pass* p = add_draw(b, "local sort", GLSORT_PHASE_SORT, SHADER_ARRAY_LOCAL_DRAW,
                              t->width_log, texels_of(b->count));
    struct array_params params = {.io = glsort_io_first(b->desc)};
    params.width_log = t->width_log;
    params.io.keys_in_base = params.io.values_in_base = 1u << t->width_log;
    glsort_pass_bind_caller(p, in->keys, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN,
                            b->key_bytes, IO_BASE(keys_in_base));
    p->read_bytes = b->key_bytes;
    if (in->values != SLOT_NONE) {
        params.io.flags |= IO_READ_VALUES;
        glsort_pass_bind_caller(p, in->values, USAGE_FETCH, GLSORT_READ, UNIT_VALUES_IN,
                                b->key_bytes, IO_BASE(values_in_base));
        p->read_bytes += b->key_bytes;
    }
    target_elements(b, p, t->elements[0]);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Short runs gain nothing from cuts, and a stride must not span two pairs of runs.
static bool partitions(const struct fragment_scratch* t, uint32_t run_log)
{
    return t->cuts != SLOT_NONE && run_log >= CUT_STRIDE_LOG;
}

static void draw_partition(struct builder* b, const struct fragment_scratch* t,
                           struct elements from, uint32_t run_log)
{
    uint32_t cuts = ceil_divide(b->count, CUT_STRIDE);
    struct pass* p = add_draw(b, "partition", GLSORT_PHASE_SORT,
                              SHADER_ARRAY_PARTITION_DRAW, t->width_log, cuts);
    struct array_params params = {.run_log = run_log, .width_log = t->width_log};
    p->level = (uint8_t)(run_log + 1);
    fetch_elements(p, from);
    glsort_pass_bind(p, t->cuts, USAGE_TARGET, GLSORT_WRITE, 0, 0,
                     (uint64_t)cuts * CUT_BYTES);
    p->read_bytes = (uint64_t)cuts * 2 * ELEMENT_BYTES * run_log;
    p->write_bytes = (uint64_t)cuts * CUT_BYTES;
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void draw_merge(struct builder* b, const struct fragment_scratch* t,
                       struct elements from, struct elements to, uint32_t run_log)
{
    bool cuts = partitions(t, run_log);
    uint32_t texels = texels_of(b->count);
    struct pass* p = add_draw(b, "merge", GLSORT_PHASE_SORT, SHADER_ARRAY_MERGE_DRAW,
                              t->width_log, texels);
    struct array_params params = {.run_log = run_log, .width_log = t->width_log};
    p->variant = variant_array_merge_draw(cuts);
    p->level = (uint8_t)(run_log + 1);
    fetch_elements(p, from);
    target_elements(b, p, to);
    // At most: the search, two initial fetches, and one fetch per output.
    uint32_t steps = cuts ? CUT_STRIDE_LOG : run_log;
    p->read_bytes = (uint64_t)texels * ELEMENT_BYTES * (2 * steps + TEXEL_ITEMS + 2);
    if (cuts) {
        glsort_pass_bind(p, t->cuts, USAGE_FETCH, GLSORT_READ, UNIT_CUTS, 0,
                         (uint64_t)ceil_divide(b->count, CUT_STRIDE) * CUT_BYTES);
        p->read_bytes += (uint64_t)texels * 2 * CUT_BYTES;
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build_fragment(const struct sort_desc* desc, uint32_t count,
                           struct schedule* s)
{
    struct builder b = start(desc, count, s);
    struct fragment_scratch t = declare_fragment(&b);
    if (count == 0)
        return;
    glsort_add_uploads(s, desc, count);
    draw_local(&b, &t);
    uint32_t levels = merge_levels(count, TEXEL_ITEMS_LOG);
    for (uint32_t i = 0; i < levels; ++i) {
        struct elements from = t.elements[i % 2];
        if (partitions(&t, TEXEL_ITEMS_LOG + i))
            draw_partition(&b, &t, from, TEXEL_ITEMS_LOG + i);
        draw_merge(&b, &t, from, t.elements[(i + 1) % 2], TEXEL_ITEMS_LOG + i);
    }
    const struct store store = {
        .desc = desc,
        .count = count,
        .from = t.elements[levels % 2],
        .keys = desc->discard_keys ? SLOT_NONE : SLOT_KEYS_OUT,
        .values = b.with_values ? SLOT_VALUES_OUT : SLOT_NONE,
    };
    glsort_add_store(s, &store);
}

// ---- the interface to the plan --------------------------------------------------------

static struct refusal refuses_fragment(const struct sort_desc* desc,
                                       const struct glsort_limits* limits)
{
    if (glsort_merges_by_ranks(desc->split))
        return (struct refusal){
            "split RANKS and ALL scatter, which takes the compute backend",
            ABOUT_SPLIT | ABOUT_BACKEND};
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
        return refuses_fragment(desc, limits);
    if (limits->group_size < LOCAL_LARGE_GROUP)
        return (struct refusal){"abisort in compute passes needs work groups of 512",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_GROUP_SIZE};
    if (desc->local == GLSORT_LOCAL_RANKS && limits->group_size < RANKS_LARGE_GROUP)
        return (struct refusal){"local RANKS needs work groups of 1024",
                                ABOUT_LOCAL | ABOUT_GROUP_SIZE};
    if (desc->split == GLSORT_SPLIT_ALL && limits->group_size < RANK_ALL_GROUP)
        return (struct refusal){
            "split ALL, comparing all elements, needs work groups of 1024",
            ABOUT_SPLIT | ABOUT_GROUP_SIZE};
    return NOT_REFUSED;
}

// Positions of runs need one bit more than the count, and mirrored positions in
// abisort-tree two.
#define MOST_ELEMENTS (1u << 29)

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    struct capacity c = {MOST_ELEMENTS, "positions are 32-bit: at most 2^29 elements"};
    uint64_t most = desc->backend == GLSORT_BACKEND_COMPUTE
                        ? limits->storage_block_bytes / KEY_BYTES
                        : texture_capacity(limits->texture_size) *
                              (glsort_through_buffers(desc) ? 1 : TEXEL_ITEMS);
    if (most < c.max_count) {
        c.max_count = (uint32_t)most;
        c.reason = desc->backend == GLSORT_BACKEND_COMPUTE
                       ? "4 bytes a key must fit in one storage block"
                       : "a texel an element must fit in the largest texture";
    }
    return c;
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    if (desc->backend == GLSORT_BACKEND_COMPUTE)
        build_compute(desc, limits, count, s);
    else
        build_fragment(desc, count, s);
}

const struct algorithm glsort_abisort_algorithm = {
    .id = GLSORT_ALGORITHM_ABISORT,
    .name = "abisort",
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
};
