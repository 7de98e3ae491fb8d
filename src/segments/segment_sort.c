// SPDX-License-Identifier: MIT
#include "segment_sort.h"

#include <assert.h>
#include <stddef.h>

#include "arrays.h"
#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "shared/segments.h"
#include "shared/wide.h"
#include "source_sink.h"
#include "stock_passes.h"
#include "store.h"

static_assert(SEGMENT_TILE == SEGMENT_GROUP * SEGMENT_ITEMS &&
                  SEGMENT_TILE == 1 << SEGMENT_TILE_LOG,
              "segment_sort.comp: a group sorts a tile");
static_assert(2 * SEGMENT_SHORT_MOST <= SEGMENT_TILE,
              "segment_sort.comp: the short segments that begin in a group's elements");
static_assert(SEGMENT_HEAD_WORDS * 32 == SEGMENT_SHORT_MOST &&
                  SEGMENT_HEADS_READ == 2 * SEGMENT_HEAD_WORDS &&
                  SEGMENT_HEADS_READ <= SEGMENT_GROUP,
              "segment_heads.glsl: the words of these segments");
static_assert(SEGMENT_ITEMS == ITEM_COUNT, "segment_merge.comp: lib/tile.glsl");
static_assert(SEGMENT_STATE_WORDS == SEGMENT_ARGUMENTS(1 + SEGMENT_MOST_LEVELS),
              "arguments of every level");
static_assert(SEGMENT_MOST_LEVELS + 1 <= SEGMENT_GROUP, "an invocation for each level");
static_assert(sizeof(struct segment_params) == 96, "std140 layout");

enum { WORD_BYTES = 4, WORD_BITS = 32, TILE_ENTRY_BYTES = 16 };

bool glsort_segments_can_be_long(const struct marked_segments* segments)
{
    return segments->max_length > SEGMENT_SHORT_MOST;
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
    uint32_t levels; // merges of the longest segment
    bool with_values;
    struct elements alternate;
    struct elements outputs; // the caller's; if keys are discarded, keys of the plan
};

static struct builder start(const struct sort_desc* desc,
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
        .levels = ceil_log(ceil_divide(segments->max_length, SEGMENT_TILE)),
        .with_values = desc->values != GLSORT_VALUES_NONE,
        .outputs = glsort_outputs(desc),
    };
    assert(b.levels <= SEGMENT_MOST_LEVELS);
    if (b.levels == 0)
        return b;
    b.alternate = glsort_alternate(s, desc, false);
    if (desc->discard_keys)
        b.outputs.keys = glsort_schedule_buffer(s, "keys discarded",
                                                (uint64_t)desc->max_count * WORD_BYTES);
    return b;
}

static struct segment_params params_of(const struct builder* b, struct io_params io)
{
    return (struct segment_params){
        .io = io,
        .levels = b->levels,
        .has_long = glsort_segments_can_be_long(b->segments),
        .nearest = b->segments->nearest,
        .group_limit = b->limits->group_count,
    };
}

static void bind_state(struct builder* b, struct pass* p, uint8_t access)
{
    glsort_pass_bind(p, b->segments->state, USAGE_STORAGE, access, SEGMENT_STATE, 0,
                     SEGMENT_STATE_WORDS * WORD_BYTES);
}

static uint32_t most_tiles(uint32_t count)
{
    return count / SEGMENT_SHORT_MOST + 1;
}

// A work group for each tile of long segments, as row `row` of the arguments says.
static void over_long_tiles(struct builder* b, struct pass* p, uint32_t row)
{
    uint64_t bytes = (uint64_t)most_tiles(b->count) * TILE_ENTRY_BYTES;
    p->groups = most_tiles(b->count);
    bind_state(b, p, GLSORT_READ);
    glsort_pass_bind(p, b->segments->tiles, USAGE_STORAGE, GLSORT_READ,
                     SEGMENT_LONG_TILES, 0, bytes);
    p->read_bytes += bytes;
    glsort_pass_indirect(p, b->segments->state, SEGMENT_ARGUMENTS(row) * WORD_BYTES);
}

// The map of the low word where the mapped high word has its top bit set, or not.
static uint32_t low_map_out(struct key_map high, struct key_map low, bool top)
{
    bool negative_has_top = high.negative >> (WORD_BITS - 1) == 0;
    return negative_has_top == top ? low.negative : low.positive;
}

static void set_low_maps(const struct builder* b, struct segment_params* params)
{
    struct key_map high = glsort_key_map_in(b->desc->key, b->desc->direction);
    struct key_map low = glsort_key_map_low(b->desc->key, b->desc->direction);
    params->read_low_negative = low.negative;
    params->read_low_positive = low.positive;
    params->write_low_negative = low_map_out(high, low, true);
    params->write_low_positive = low_map_out(high, low, false);
}

// Keys of two words instead of one.
static void widen_keys(struct pass* p, uint32_t count)
{
    uint64_t bytes = (uint64_t)count * WORD_BYTES;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        if (b->slot != SLOT_KEYS_IN && b->slot != SLOT_KEYS_OUT)
            continue;
        b->range_bytes += bytes;
        p->read_bytes += b->slot == SLOT_KEYS_IN ? bytes : 0;
        p->write_bytes += b->slot == SLOT_KEYS_OUT ? bytes : 0;
    }
}

// The sorts read the caller's elements and write those of segments that need no merge.
static struct pass* add_sort(struct builder* b, const char* label, bool is_long,
                             const struct elements* to)
{
    struct io_params io = glsort_io_first(b->desc);
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_SEGMENT_SORT);
    glsort_io_last(&io, b->desc);
    struct segment_params params = params_of(b, io);
    uint32_t most = is_long ? SEGMENT_TILE : SEGMENT_SHORT_MOST;
    params.tile_most = b->segments->max_length < most ? b->segments->max_length : most;
    bool wide = glsort_key_words(b->desc->key) == 2;
    p->variant = variant_segment_sort(b->with_values, is_long, wide);
    p->tile_in_place = true;
    glsort_read_elements(p, glsort_inputs(b->desc), b->count, b->with_values);
    glsort_write_elements(p, *to, b->count, to->keys != SLOT_NONE, b->with_values);
    if (wide) {
        set_low_maps(b, &params);
        widen_keys(p, b->count);
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
    return p;
}

// Where the elements of short segments are, which are sorted at once, and where those of
// long ones are: in `other` before their tiles are sorted; then (mapped) in either, as
// the number of merges left says, here that of the longest segment; in the end in one
// place.
static struct elements reached(const struct builder* b, const struct elements* other,
                               bool tiles_sorted, uint32_t left)
{
    if (tiles_sorted && left == 0)
        return b->outputs;
    return (struct elements){
        .place = PLACE_INSIDE,
        .keys = b->outputs.keys,
        .values = b->outputs.values,
        .mapped = tiles_sorted,
        .merges = left,
        .other_keys = other->keys,
        .other_values = other->values,
    };
}

static void add_short(struct builder* b)
{
    struct elements to = glsort_outputs(b->desc);
    if (b->desc->discard_keys)
        to.keys = SLOT_NONE;
    struct pass* p = add_sort(b, "sort short segments", false, &to);
    bool is_last = !glsort_segments_can_be_long(b->segments);
    uint64_t bytes = (uint64_t)ceil_divide(b->count, 32) * WORD_BYTES;
    p->groups = ceil_divide(b->count, SEGMENT_SHORT_MOST);
    bind_state(b, p, is_last ? GLSORT_READ : GLSORT_READ | GLSORT_WRITE);
    glsort_pass_bind(p, b->segments->heads, USAGE_STORAGE, GLSORT_READ, SEGMENT_HEADS, 0,
                     bytes);
    p->read_bytes += bytes;
    if (b->s->gpu_count)
        glsort_pass_indirect(p, SLOT_STATE, STATE_PLAN_GROUPS * WORD_BYTES);
    struct elements inputs = glsort_inputs(b->desc);
    if (!is_last)
        p->leaves = reached(b, &inputs, false, 0);
}

static void bind_alternate(struct builder* b, struct pass* p)
{
    uint64_t bytes = (uint64_t)b->count * WORD_BYTES;
    glsort_pass_bind(p, b->alternate.keys, USAGE_STORAGE, GLSORT_WRITE,
                     SEGMENT_KEYS_ALTERNATE, 0, bytes);
    if (b->with_values)
        glsort_pass_bind(p, b->alternate.values, USAGE_STORAGE, GLSORT_WRITE,
                         SEGMENT_VALUES_ALTERNATE, 0, bytes);
}

static void add_long(struct builder* b)
{
    struct elements to = b->outputs;
    if (b->levels == 0 && b->desc->discard_keys)
        to.keys = SLOT_NONE;
    struct pass* p = add_sort(b, "sort tiles of long segments", true, &to);
    if (b->levels > 0)
        bind_alternate(b, p);
    over_long_tiles(b, p, 0);
    p->leaves = reached(b, &b->alternate, true, b->levels);
}

static void add_merge(struct builder* b, uint32_t level)
{
    uint32_t left = b->levels - 1 - level;
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
    params.level = level;
    p->variant = variant_segment_merge(b->with_values);
    p->level = (uint8_t)(SEGMENT_TILE_LOG + 1 + level);
    glsort_read_elements(p, *from, b->count, b->with_values);
    glsort_write_elements(p, *to, b->count, keys, b->with_values);
    over_long_tiles(b, p, 1 + level);
    p->leaves = reached(b, &b->alternate, true, left);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// The indices that no sort writes, for gathers that read those of all elements.
static void add_fill(struct builder* b)
{
    const struct wide_params params = {.flags = WIDE_MAKE_INDICES};
    uint64_t bytes = (uint64_t)b->count * WORD_BYTES;
    struct pass* p = glsort_schedule_pass(b->s, "fill indices", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_WIDE_GATHER);
    p->groups = ceil_divide(b->count, WIDE_TILE);
    p->write_bytes = bytes;
    glsort_pass_bind_caller(p, SLOT_VALUES_OUT, USAGE_STORAGE, GLSORT_WRITE, WIDE_TO,
                            bytes, offsetof(struct wide_params, to_base));
    glsort_bind_tiles(b->s, p, WIDE_TILE);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    struct builder b = start(desc, limits, count, s);
    if (count == 0)
        return;
    if (b.segments->fills && desc->values == GLSORT_VALUES_INDICES)
        add_fill(&b);
    add_short(&b);
    if (!glsort_segments_can_be_long(b.segments))
        return;
    add_long(&b);
    for (uint32_t level = 0; level < b.levels; ++level)
        add_merge(&b, level);
}

// ---- peek -----------------------------------------------------------------------------

static void bind_peeked(struct pass* p, uint8_t slot, uint8_t unit, uint64_t bytes)
{
    if (slot == SLOT_NONE)
        return;
    glsort_pass_bind(p, slot, USAGE_STORAGE, GLSORT_READ, unit, 0, bytes);
    p->read_bytes += bytes;
}

static void add_peek_of_long(const struct peek* peek, struct schedule* s)
{
    const struct elements* from = &peek->from;
    const struct elements sorted = {.keys = from->keys, .values = from->values};
    const struct elements inputs = {.keys = from->other_keys,
                                    .values = from->other_values};
    const struct elements to = {
        .place = PLACE_ARRAYS, .keys = peek->keys, .values = peek->values};
    const struct elements* source = from->mapped ? &sorted : &inputs;
    struct builder b = {.s = s, .segments = peek->desc->what, .count = peek->count};
    bool keys = peek->keys != SLOT_NONE;
    bool values = peek->values != SLOT_NONE;
    uint64_t bytes = (uint64_t)peek->count * WORD_BYTES;
    struct segment_params params = {.level = from->merges};
    struct pass* p = glsort_schedule_pass(s, "peek long segments", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_STORE, SHADER_SEGMENT_PEEK);
    glsort_io_last(&params.io, peek->desc);
    params.io.flags |= source->values == SLOT_NONE ? IO_MAKE_INDICES : 0;
    p->variant = variant_segment_peek(keys, values);
    if (keys)
        glsort_read_keys(p, *source, peek->count);
    if (values && source->values != SLOT_NONE)
        glsort_pass_bind_caller(p, source->values, USAGE_STORAGE, GLSORT_READ,
                                IO_VALUES_IN, bytes, IO_BASE(values_in_base));
    glsort_write_elements(p, to, peek->count, keys, values);
    if (from->merges > 0) {
        bind_peeked(p, keys ? from->other_keys : SLOT_NONE, SEGMENT_KEYS_ALTERNATE,
                    bytes);
        bind_peeked(p, values ? from->other_values : SLOT_NONE, SEGMENT_VALUES_ALTERNATE,
                    bytes);
    }
    over_long_tiles(&b, p, 0);
    glsort_pass_params(s, p, &params, sizeof params);
}

// Copies all elements as if all segments were short, then those of long ones.
static void peek(const struct peek* peek, struct schedule* s)
{
    const struct store store = {
        .label = "peek short segments",
        .desc = peek->desc,
        .count = peek->count,
        .from = {.place = PLACE_ARRAYS,
                 .keys = peek->from.keys,
                 .values = peek->from.values},
        .keys = peek->keys,
        .values = peek->values,
    };
    glsort_add_store(s, &store);
    add_peek_of_long(peek, s);
}

const struct algorithm glsort_segment_sort = {
    .name = "segments",
    .build = build,
    .peek = peek,
};
