// SPDX-License-Identifier: MIT
#include "segment_sort.h"

#include <assert.h>
#include <stddef.h>

#include "passes.h"
#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "shared/segments.h"
#include "shared/wide.h"
#include "store.h"

static_assert(SEGMENT_TILE == SEGMENT_GROUP * SEGMENT_ITEMS &&
                  SEGMENT_TILE == 1 << SEGMENT_TILE_LOG,
              "segment_sort.comp: a group sorts a tile");
static_assert(SEGMENT_SPAN(SEGMENT_SHORT_MOST) == SEGMENT_SHORT_MOST,
              "glsort_segment_tile_room(): at most one tile for each smallest span");
static_assert(SEGMENT_HEADS_READ * 32 == SEGMENT_TILE && SEGMENT_HEADS_READ <= 64 &&
                  SEGMENT_HEADS_READ < SEGMENT_GROUP,
              "segment_heads.glsl: the words of a tile");
static_assert(SEGMENT_ITEMS == ITEM_COUNT, "tile_sort.glsl, lib/tile.glsl");
static_assert(SEGMENT_STATE_WORDS == SEGMENT_ARGUMENTS(SEGMENT_MOST_MERGES) &&
                  SEGMENT_STATE_WORDS == SEGMENT_TILE_ENTRY(0),
              "arguments of every merge");
static_assert(SEGMENT_MOST_MERGES <= SEGMENT_GROUP, "an invocation for each merge");
static_assert(sizeof(struct segment_params) == 64, "std140 layout");

bool glsort_segments_can_be_long(const struct marked_segments* segments)
{
    return segments->max_length > SEGMENT_SHORT_MOST;
}

uint32_t glsort_segment_span(uint32_t max_length)
{
    if (max_length > SEGMENT_SHORT_MOST)
        return SEGMENT_SHORT_MOST;
    return SEGMENT_SPAN(max_length);
}

// See list_tiles() of segment_mark.comp: a long segment has more than SEGMENT_SHORT_MOST
// elements per tile.
uint32_t glsort_segment_tile_room(const struct marked_segments* segments, uint32_t count)
{
    return glsort_segments_can_be_long(segments) ? count / SEGMENT_SHORT_MOST : 0;
}

uint64_t glsort_segment_state_bytes(const struct marked_segments* segments,
                                    uint32_t count)
{
    return WORD_BYTES * (uint64_t)SEGMENT_TILE_ENTRY(
                            (uint64_t)glsort_segment_tile_room(segments, count));
}

bool glsort_segment_sort_takes(const struct sort_desc* desc,
                               const struct marked_segments* segments)
{
    uint32_t words = glsort_key_words(desc->key);
    bool whole = desc->first_bit == 0 && desc->bit_count == WORD_BITS * words;
    bool fits = words == 1 || (!glsort_segments_can_be_long(segments) &&
                               desc->shared_bytes >= SEGMENT_WIDE_SHARED_BYTES);
    return whole && fits && glsort_value_words(desc->values) <= 1;
}

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    const struct marked_segments* segments;
    uint32_t count;
    uint32_t merges; // doublings of a tile up to the longest segment, a pass each
    bool with_values;
    struct elements alternate;
    struct elements outputs; // the caller's, or scratch for keys that no output takes
};

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    const struct marked_segments* segments = desc->what;
    struct builder b = {
        .s = s,
        .desc = desc,
        .limits = limits,
        .segments = segments,
        .count = count,
        .merges = ceil_log(ceil_divide(segments->max_length, SEGMENT_TILE)),
        .with_values = desc->values != GLSORT_VALUES_NONE,
        .outputs = glsort_outputs(desc),
    };
    assert(b.merges <= SEGMENT_MOST_MERGES);
    if (b.merges == 0)
        return b;
    b.alternate = glsort_alternate(s, desc, false);
    if (desc->discard_keys)
        b.outputs.keys =
            glsort_schedule_buffer(s, "keys discarded", bytes_of_words(desc->max_count));
    return b;
}

static struct segment_params params_of(const struct builder* b, struct io_params io)
{
    return (struct segment_params){
        .io = io,
        .merges = b->merges,
        .nearest = b->segments->nearest,
        .group_limit = b->limits->group_count,
    };
}

static void bind_state(struct builder* b, struct pass* p, uint8_t access)
{
    glsort_pass_buffer(p, b->segments->state, access, SEGMENT_STATE,
                       glsort_segment_state_bytes(b->segments, b->count));
}

static void bind_alternate(struct builder* b, struct pass* p)
{
    uint64_t bytes = bytes_of_words(b->count);
    glsort_pass_buffer(p, b->alternate.keys, GLSORT_WRITE, SEGMENT_KEYS_ALTERNATE, bytes);
    glsort_pass_moves(p, 0); // elements go there instead of to the outputs
    if (!b->with_values)
        return;
    glsort_pass_buffer(p, b->alternate.values, GLSORT_WRITE, SEGMENT_VALUES_ALTERNATE,
                       bytes);
    glsort_pass_moves(p, 0);
}

// Reads the caller's elements, sorts short segments and tiles of long ones, and finishes
// the segments that need no merge.
static void add_sort(struct builder* b)
{
    bool has_long = glsort_segments_can_be_long(b->segments);
    bool wide = glsort_key_words(b->desc->key) == 2;
    bool sparing = b->with_values && !b->desc->measured;
    struct elements to = b->outputs;
    if (b->merges == 0 && b->desc->discard_keys)
        to.keys = SLOT_NONE;
    struct io_params io = glsort_io_first(b->desc);
    struct pass* p = glsort_schedule_pass(b->s, "sort segments", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_SEGMENT_SORT);
    glsort_io_last(&io, b->desc);
    struct segment_params params = params_of(b, io);
    p->variant = variant_segment_sort(b->with_values, has_long, wide, sparing);
    p->tile_in_place = true;
    p->groups = ceil_divide(b->count, glsort_segment_span(b->segments->max_length));
    glsort_read_elements(p, b->desc, glsort_inputs(b->desc), b->count, b->with_values);
    glsort_write_elements(p, b->desc, to, b->count, to.keys != SLOT_NONE, b->with_values);
    bind_state(b, p, b->merges > 0 ? GLSORT_READ | GLSORT_WRITE : GLSORT_READ);
    glsort_pass_moves(p, 0);
    glsort_pass_buffer(p, b->segments->heads, GLSORT_READ, SEGMENT_HEADS,
                       bytes_of_words(ceil_divide(b->count, 32)));
    if (b->merges > 0)
        bind_alternate(b, p);
    if (b->s->gpu_count)
        glsort_pass_indirect(p, SLOT_STATE, STATE_PLAN_GROUPS * WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// A work group for each tile of long segments, as the arguments of the merge say.
static void over_tiles(struct builder* b, struct pass* p, uint32_t merge)
{
    uint32_t most = glsort_segment_tile_room(b->segments, b->count);
    p->groups = most > 0 ? most : 1;
    bind_state(b, p, GLSORT_READ);
    glsort_pass_indirect(p, b->segments->state, SEGMENT_ARGUMENTS(merge) * WORD_BYTES);
}

static void add_merge(struct builder* b, uint32_t merge)
{
    uint32_t left = b->merges - 1 - merge;
    const struct elements* from = left % 2 == 0 ? &b->alternate : &b->outputs;
    const struct elements* to = left % 2 == 0 ? &b->outputs : &b->alternate;
    struct io_params io = {.flags = IO_WRITE_KEYS};
    struct pass* p =
        glsort_schedule_pass(b->s, "merge long segments", GLSORT_PASS_DISPATCH,
                             GLSORT_PHASE_SORT, SHADER_SEGMENT_MERGE);
    if (left == 0)
        glsort_io_last(&io, b->desc);
    bool keys = (io.flags & IO_WRITE_KEYS) != 0;
    struct segment_params params = params_of(b, io);
    params.merge = merge;
    p->variant = variant_segment_merge(b->with_values);
    p->level = (uint8_t)(SEGMENT_TILE_LOG + merge + 1);
    glsort_read_elements(p, b->desc, *from, b->count, b->with_values);
    glsort_write_elements(p, b->desc, *to, b->count, keys, b->with_values);
    over_tiles(b, p, merge);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// Writes the index of every element, because gathers read all of them but the sort writes
// only those in segments.
static void add_fill(struct builder* b)
{
    const struct wide_params params = {.flags = WIDE_MAKE_INDICES};
    struct pass* p = glsort_schedule_pass(b->s, "fill indices", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_WIDE_GATHER);
    p->groups = ceil_divide(b->count, WIDE_TILE);
    glsort_bind_elements(p, b->desc, b->desc->ends.values_out.slot, b->count,
                         GLSORT_WRITE, WIDE_TO, offsetof(struct wide_params, to_base));
    glsort_bind_tiles(b->s, p, WIDE_TILE);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    if (b.segments->fills && desc->values == GLSORT_VALUES_INDICES)
        add_fill(&b);
    add_sort(&b);
    for (uint32_t merge = 0; merge < b.merges; ++merge)
        add_merge(&b, merge);
}

const struct algorithm glsort_segment_sort = {
    .name = "segments",
    .build = build,
};
