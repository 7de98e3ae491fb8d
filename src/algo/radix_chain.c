// SPDX-License-Identifier: MIT
// Radix sort with a single pass a digit. A. Adinets and D. Merrill, "Onesweep: A Faster
// Least Significant Digit Radix Sort for GPUs", 2022. All digits are counted in one pass
// over the keys; then a pass a digit reads and writes every element once. Tiles learn from
// one another where their keys go (radix_chain.comp says how, and why nothing can hang).
//
// The counts tell which digits are the same in all keys. Those do not move the keys, so
// their passes have no work groups; the others go to and fro between the spare arrays and
// the outputs so that the last one ends in the outputs. All of that is settled on the GPU,
// so every pass has every place bound. In place the first move must not scatter over its
// own input, so the number of moves is made even, by a digit of no bits if need be.
#include "radix_chain.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "shared/radix.h"
#include "stock_passes.h"

static_assert(RADIX_ALL_GROUP == RADIX_MOST_DIGITS * RADIX_BINS,
              "radix_histograms.comp: one bin of one digit an invocation");
static_assert(sizeof(struct radix_chain_params) == 64, "std140 layout");

enum { WORD_BYTES = 4, TABLE_ROW_BYTES = RADIX_BINS * WORD_BYTES };

// ---- shapes -----------------------------------------------------------------------------

struct shape {
    uint32_t group;
    uint32_t items;
    uint32_t most; // elements it is best for
};

// Small tiles fill the device early; large ones look back less.
static const struct shape shapes[RADIX_SHAPES] = {
    {RADIX_GROUP_0, RADIX_ITEMS_0, 1 << 15},
    {RADIX_GROUP_1, RADIX_ITEMS_1, 1 << 18},
    {RADIX_GROUP_2, RADIX_ITEMS_2, 1 << 21},
    {RADIX_GROUP_3, RADIX_ITEMS_3, RADIX_MOST_CHAINED},
};

// One ballot sees a chunk.
static bool has_subgroups(const struct glsort_limits* limits)
{
    return limits->subgroup_size == RADIX_CHUNK;
}

static uint32_t shared_bytes(const struct shape* shape)
{
    uint32_t rows = shape->group / RADIX_CHUNK;
    uint32_t tile = shape->group * shape->items;
    uint32_t words = rows * RADIX_BINS > tile ? rows * RADIX_BINS : tile;
    return (words + 2 * RADIX_BINS + 16) * WORD_BYTES;
}

static uint32_t pick_shape(const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    uint32_t at = 0;
    if (!has_subgroups(limits))
        return at;
    while (at + 1 < RADIX_SHAPES && desc->max_count > shapes[at].most)
        ++at;
    return shared_bytes(&shapes[at]) <= limits->shared_bytes ? at : 1;
}

// ---- the builder ------------------------------------------------------------------------

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count; // to size passes; the true one may be smaller if the GPU knows it
    uint64_t word_bytes; // of count words
    uint32_t shape;
    uint32_t tile;
    uint32_t digits;
    uint8_t keys[3]; // by RADIX_PLACE_*
    uint8_t values[3];
    uint8_t state;
    uint8_t arguments; // work groups of each digit
    uint8_t look;
};

static uint32_t digit_count(const struct sort_desc* desc)
{
    uint32_t digits = ceil_divide(desc->bit_count, RADIX_BITS);
    return digits + (desc->in_place ? digits % 2 : 0);
}

static void declare_scratch(struct builder* b)
{
    const struct sort_desc* desc = b->desc;
    uint64_t bytes = (uint64_t)desc->max_count * WORD_BYTES;
    uint64_t tiles = ceil_divide(desc->max_count, b->tile);
    b->keys[RADIX_PLACE_SPARE] = schedule_buffer(b->s, "keys spare", bytes);
    if (desc->values != GLSORT_VALUES_NONE)
        b->values[RADIX_PLACE_SPARE] = schedule_buffer(b->s, "values spare", bytes);
    if (desc->discard_keys)
        b->keys[RADIX_PLACE_OUT] = schedule_buffer(b->s, "keys discarded", bytes);
    b->state = schedule_zeros(b->s, "radix state", RADIX_STATE_WORDS * WORD_BYTES);
    b->arguments =
        schedule_buffer(b->s, "radix groups", RADIX_ARGUMENT_WORDS * WORD_BYTES);
    b->look = schedule_buffer(b->s, "look-back", tiles * TABLE_ROW_BYTES);
}

static struct builder start(const struct sort_desc* desc,
                            const struct glsort_limits* limits, uint32_t count,
                            struct schedule* s)
{
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t shape = pick_shape(desc, limits);
    struct builder b = {
        .s = s,
        .desc = desc,
        .limits = limits,
        .count = on_gpu ? desc->max_count : count,
        .shape = shape,
        .tile = shapes[shape].group * shapes[shape].items,
        .digits = digit_count(desc),
        .keys = {SLOT_KEYS_IN, SLOT_NONE, SLOT_KEYS_OUT},
        .values = {SLOT_NONE, SLOT_NONE, SLOT_NONE},
    };
    b.word_bytes = (uint64_t)b.count * WORD_BYTES;
    if (desc->values == GLSORT_VALUES_U32)
        b.values[RADIX_PLACE_IN] = SLOT_VALUES_IN;
    if (desc->values != GLSORT_VALUES_NONE)
        b.values[RADIX_PLACE_OUT] = SLOT_VALUES_OUT;
    s->gpu_count = on_gpu;
    declare_scratch(&b);
    return b;
}

static struct radix_chain_params params_of(const struct builder* b, uint32_t digit)
{
    const struct sort_desc* desc = b->desc;
    struct key_map in = key_map_in(desc->key, desc->order);
    struct key_map out = key_map_out(desc->key, desc->order);
    bool makes = desc->values == GLSORT_VALUES_INDICES;
    return (struct radix_chain_params){
        .read_negative = in.negative,
        .read_positive = in.positive,
        .write_negative = out.negative,
        .write_positive = out.positive,
        .first_bit = desc->first_bit,
        .bit_count = desc->bit_count,
        .digit = digit,
        .digit_count = b->digits,
        .tile = b->tile,
        .group_limit = b->limits->group_count,
        .in_place = desc->in_place,
        .flags = (desc->discard_keys ? 0 : RADIX_WRITE_KEYS) |
                 (makes ? RADIX_MAKE_INDICES : 0),
    };
}

static struct pass* add_pass(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint32_t groups)
{
    struct pass* p = schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = groups;
    if (b->s->gpu_count)
        pass_bind(p, SLOT_STATE, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0, 16);
    return p;
}

static void bind_state(struct builder* b, struct pass* p, uint32_t access)
{
    pass_bind(p, b->state, USAGE_STORAGE, (uint8_t)access, RADIX_STATE, 0,
              RADIX_STATE_WORDS * WORD_BYTES);
}

static void bind_look(struct builder* b, struct pass* p, uint32_t access)
{
    uint64_t bytes = (uint64_t)ceil_divide(b->count, b->tile) * TABLE_ROW_BYTES;
    pass_bind(p, b->look, USAGE_STORAGE, (uint8_t)access, RADIX_LOOK, 0, bytes);
    p->write_bytes += bytes;
    p->read_bytes += (access & GLSORT_READ) != 0 ? bytes : 0;
}

static void bind_array(struct builder* b, struct pass* p, uint8_t slot, uint8_t access,
                       uint32_t unit, size_t base)
{
    if (slot == SLOT_NONE)
        return;
    if (slot < SLOT_SCRATCH)
        pass_bind_caller(p, slot, USAGE_STORAGE, access, (uint8_t)unit, b->word_bytes,
                         base);
    else
        pass_bind(p, slot, USAGE_STORAGE, access, (uint8_t)unit, 0, b->word_bytes);
}

// ---- passes -----------------------------------------------------------------------------

static void add_histograms(struct builder* b)
{
    uint32_t groups = ceil_divide(b->count, RADIX_ALL_SPAN);
    if (groups > RADIX_ALL_MOST_GROUPS)
        groups = RADIX_ALL_MOST_GROUPS;
    struct pass* p =
        add_pass(b, "histograms", GLSORT_PHASE_SORT, SHADER_RADIX_HISTOGRAMS, groups);
    struct radix_chain_params params = params_of(b, 0);
    p->variant = has_subgroups(b->limits) ? VARIANT_RADIX_HISTOGRAMS_SUBGROUPS : 0;
    bind_array(b, p, b->keys[RADIX_PLACE_IN], GLSORT_READ, RADIX_PLACE_KEYS,
               offsetof(struct radix_chain_params, keys_in_base));
    p->read_bytes = b->word_bytes;
    bind_state(b, p, GLSORT_READ | GLSORT_WRITE);
    bind_look(b, p, GLSORT_WRITE);
    pass_bind(p, b->arguments, USAGE_STORAGE, GLSORT_WRITE, RADIX_ARGUMENTS, 0,
              RADIX_ARGUMENT_WORDS * WORD_BYTES);
    pass_params(b->s, p, &params, sizeof params);
}

// A digit moves the elements between two of the three places, which two is settled on the
// GPU. The traffic is what one that is not skipped causes.
static void bind_places(struct builder* b, struct pass* p, const uint8_t* places,
                        uint32_t unit, size_t in_base, size_t out_base)
{
    bind_array(b, p, places[RADIX_PLACE_IN], GLSORT_READ, unit, in_base);
    bind_array(b, p, places[RADIX_PLACE_SPARE], GLSORT_READ | GLSORT_WRITE, unit + 1, 0);
    bind_array(b, p, places[RADIX_PLACE_OUT], GLSORT_READ | GLSORT_WRITE, unit + 2,
               out_base);
    p->read_bytes += b->word_bytes;
    p->write_bytes += b->word_bytes;
}

static void add_digit(struct builder* b, uint32_t digit)
{
    struct pass* p = add_pass(b, "rank and permute", GLSORT_PHASE_SORT,
                              SHADER_RADIX_CHAIN, ceil_divide(b->count, b->tile));
    struct radix_chain_params params = params_of(b, digit);
    bool values = b->desc->values != GLSORT_VALUES_NONE;
    p->level = (uint8_t)(digit + 1);
    p->variant =
        (uint8_t)((values ? VARIANT_RADIX_CHAIN_WITH_VALUES : 0) |
                  (has_subgroups(b->limits) ? VARIANT_RADIX_CHAIN_SUBGROUPS : 0) |
                  (b->shape & 1 ? VARIANT_RADIX_CHAIN_SHAPE_BIT_0 : 0) |
                  (b->shape & 2 ? VARIANT_RADIX_CHAIN_SHAPE_BIT_1 : 0));
    bind_places(b, p, b->keys, RADIX_PLACE_KEYS,
                offsetof(struct radix_chain_params, keys_in_base),
                offsetof(struct radix_chain_params, keys_out_base));
    if (values)
        bind_places(b, p, b->values, RADIX_PLACE_VALUES,
                    offsetof(struct radix_chain_params, values_in_base),
                    offsetof(struct radix_chain_params, values_out_base));
    bind_state(b, p, GLSORT_READ | GLSORT_WRITE);
    bind_look(b, p, GLSORT_READ | GLSORT_WRITE);
    pass_indirect(p, b->arguments, 4 * digit * WORD_BYTES);
    pass_params(b->s, p, &params, sizeof params);
}

void radix_chain_build(const struct sort_desc* desc, const struct glsort_limits* limits,
                       uint32_t count, struct schedule* s)
{
    struct builder b = start(desc, limits, count, s);
    if (b.count == 0)
        return;
    if (s->gpu_count)
        add_prepare_count(s, desc->max_count, limits);
    add_histograms(&b);
    for (uint32_t digit = 0; digit < b.digits; ++digit)
        add_digit(&b, digit);
}

// ---- peeks ------------------------------------------------------------------------------

static void add_peek(struct builder* b, uint32_t digits_done, bool of_keys)
{
    struct pass* p = add_pass(b, "peek", GLSORT_PHASE_STORE, SHADER_RADIX_CHAIN_PEEK,
                              ceil_divide(b->count, PEEK_GROUP));
    struct radix_chain_params params = params_of(b, digits_done);
    if (of_keys)
        params.flags = 0;
    else
        params.write_negative = params.write_positive = 0;
    const uint8_t* places = of_keys ? b->keys : b->values;
    bind_array(b, p, places[RADIX_PLACE_IN], GLSORT_READ, RADIX_PLACE_KEYS,
               offsetof(struct radix_chain_params, keys_in_base));
    bind_array(b, p, places[RADIX_PLACE_SPARE], GLSORT_READ, RADIX_PLACE_KEYS_SPARE, 0);
    bind_array(b, p, places[RADIX_PLACE_OUT], GLSORT_READ, RADIX_PLACE_KEYS_OUT,
               offsetof(struct radix_chain_params, keys_out_base));
    bind_array(b, p, of_keys ? SLOT_PEEK_KEYS : SLOT_PEEK_VALUES, GLSORT_WRITE,
               RADIX_PEEK_OUT, offsetof(struct radix_chain_params, values_out_base));
    bind_state(b, p, GLSORT_READ);
    p->read_bytes = p->write_bytes = b->word_bytes;
    pass_params(b->s, p, &params, sizeof params);
}

void radix_chain_peek(const struct sort_desc* desc, const struct glsort_limits* limits,
                      uint32_t count, const struct peek_request* request,
                      struct schedule* s)
{
    struct builder b = start(desc, limits, count, s);
    if (b.count == 0)
        return;
    if (s->gpu_count)
        add_prepare_count(s, desc->max_count, limits);
    uint32_t before = s->gpu_count ? 2 : 1;
    uint32_t done = request->done > before ? request->done - before : 0;
    if (request->keys)
        add_peek(&b, done, true);
    if (request->values)
        add_peek(&b, done, false);
}

const char* radix_chain_refuses(const struct glsort_limits* limits)
{
    if (limits->group_size < RADIX_ALL_GROUP)
        return "a single pass a digit needs work groups of 1024";
    return NULL;
}
