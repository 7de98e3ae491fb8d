// SPDX-License-Identifier: MIT
// Radix sort, least significant digit first, in three phases a digit: histogram, prescan,
// rank and permute. M. Zagha and G. E. Blelloch, "Radix Sort for Vector Multiprocessors",
// 1991. Tiles are put in order in shared memory before they are written, after N. Satish,
// M. Harris and M. Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs",
// 2009. Its last pass scatters by nature, and no other pass of the library does.
//
// The first digit reads the caller's inputs and the last one writes the caller's outputs;
// in between, the outputs and the spare arrays take turns. With an odd number of digits in
// place, the first digit would scatter over its own input: then all goes the other way
// round and a copy ends the sort.
#include "algorithm.h"
#include "counting.h"
#include "keys.h"
#include "radix_chain.h"
#include "shader_ids.h"
#include "shared/radix.h"
#include "stock_passes.h"

#include <assert.h>
#include <stddef.h>

static_assert(RADIX_GROUP == RADIX_BINS, "radix_count.comp: one bin an invocation");
static_assert(RADIX_BINS % RADIX_RUN_GROUP == 0, "radix_items_scan.comp: whole groups");
static_assert(RADIX_TILE == RADIX_GROUP * RADIX_ITEMS,
              "radix_scatter.comp: a group's tile");
static_assert(RADIX_CHUNK * RADIX_CHUNKS == RADIX_GROUP, "32 bits, so 32 invocations");
static_assert(RADIX_TILE <= 3 * RADIX_CHUNKS * RADIX_BINS, "the ordered tile fits");
static_assert(sizeof(struct radix_params) == 48, "std140 layout");

enum { WORD_BYTES = 4 };

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;   // to size passes; the true one may be smaller if the GPU knows it
    uint32_t columns; // of the table of counts
    uint64_t word_bytes; // of count words
    struct array_place outputs;
    struct array_place spare;
    uint8_t counts;
    uint8_t totals;
};

static uint32_t digit_count(const struct sort_desc* desc)
{
    return ceil_divide(desc->bit_count, RADIX_BITS);
}

static bool has_values(const struct builder* b)
{
    return b->desc->values != GLSORT_VALUES_NONE;
}

static bool by_items(const struct sort_desc* desc)
{
    return desc->ranking == GLSORT_RANKING_ITEMS;
}

// Columns of the table of counts: the groups that share the tiles, or the runs.
static uint32_t columns_of(const struct sort_desc* desc, uint32_t count)
{
    if (by_items(desc))
        return ceil_divide(count, RADIX_RUN);
    uint32_t tiles = ceil_divide(count, RADIX_TILE);
    return tiles < RADIX_MOST_GROUPS ? tiles : RADIX_MOST_GROUPS;
}

static struct builder start(const struct sort_desc* desc, uint32_t count,
                            struct schedule* s)
{
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t most = on_gpu ? desc->max_count : count;
    uint64_t words = (uint64_t)desc->max_count * WORD_BYTES;
    uint64_t table =
        (uint64_t)columns_of(desc, desc->max_count) * RADIX_BINS * WORD_BYTES;
    struct builder b = {
        .s = s,
        .desc = desc,
        .count = most,
        .columns = columns_of(desc, most),
        .word_bytes = (uint64_t)most * WORD_BYTES,
        .outputs = {SLOT_KEYS_OUT, SLOT_VALUES_OUT},
    };
    s->gpu_count = on_gpu;
    b.spare.keys = schedule_buffer(s, "keys spare", words);
    if (has_values(&b))
        b.spare.values = schedule_buffer(s, "values spare", words);
    if (desc->discard_keys)
        b.outputs.keys = schedule_buffer(s, "keys discarded", words);
    b.counts = schedule_buffer(s, "counts", table);
    b.totals = schedule_buffer(s, "totals", RADIX_BINS * WORD_BYTES);
    return b;
}

// ---- passes -----------------------------------------------------------------------------

static struct pass* add_digit_pass(struct builder* b, const char* label, uint16_t shader,
                                   uint32_t digit, uint32_t groups)
{
    struct pass* p =
        schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, GLSORT_PHASE_SORT, shader);
    p->groups = groups;
    p->level = (uint8_t)(digit + 1);
    if (b->s->gpu_count)
        pass_bind(p, SLOT_STATE, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0, 16);
    return p;
}

static uint64_t table_bytes(const struct builder* b)
{
    return (uint64_t)b->columns * RADIX_BINS * WORD_BYTES;
}

// Groups of the passes over the keys.
static uint32_t key_groups(const struct builder* b)
{
    return by_items(b->desc) ? ceil_divide(b->columns, RADIX_RUN_GROUP) : b->columns;
}

static void bind_keys_in(struct builder* b, struct pass* p, uint8_t keys)
{
    pass_bind_caller(p, keys, USAGE_STORAGE, GLSORT_READ, RADIX_KEYS_IN, b->word_bytes,
                     offsetof(struct radix_params, keys_in_base));
}

static void add_count(struct builder* b, uint32_t digit, uint8_t keys,
                      const struct radix_params* params)
{
    uint16_t shader = by_items(b->desc) ? SHADER_RADIX_ITEMS_COUNT : SHADER_RADIX_COUNT;
    struct pass* p = add_digit_pass(b, "histogram", shader, digit, key_groups(b));
    bind_keys_in(b, p, keys);
    pass_bind(p, b->counts, USAGE_STORAGE, GLSORT_WRITE, RADIX_COUNTS, 0, table_bytes(b));
    p->read_bytes = b->word_bytes;
    p->write_bytes = table_bytes(b);
    pass_params(b->s, p, params, sizeof *params);
}

static void add_scan(struct builder* b, uint32_t digit, const struct radix_params* params)
{
    bool items = by_items(b->desc);
    struct pass* p =
        add_digit_pass(b, "prescan", items ? SHADER_RADIX_ITEMS_SCAN : SHADER_RADIX_SCAN,
                       digit, items ? RADIX_BINS / RADIX_RUN_GROUP : RADIX_BINS);
    // A group's own rows, every word of them read before it is written.
    p->tile_in_place = true;
    pass_bind(p, b->counts, USAGE_STORAGE, GLSORT_READ | GLSORT_WRITE, RADIX_COUNTS, 0,
              table_bytes(b));
    pass_bind(p, b->totals, USAGE_STORAGE, GLSORT_WRITE, RADIX_TOTALS, 0,
              RADIX_BINS * WORD_BYTES);
    p->read_bytes = p->write_bytes = table_bytes(b);
    pass_params(b->s, p, params, sizeof *params);
}

static void bind_values(struct builder* b, struct pass* p, struct array_place from,
                        struct array_place to)
{
    if (!has_values(b))
        return;
    p->variant = by_items(b->desc) ? VARIANT_RADIX_ITEMS_PERMUTE_WITH_VALUES
                                   : VARIANT_RADIX_SCATTER_WITH_VALUES;
    p->write_bytes += b->word_bytes;
    pass_bind_caller(p, to.values, USAGE_STORAGE, GLSORT_WRITE, RADIX_VALUES_OUT,
                     b->word_bytes, offsetof(struct radix_params, values_out_base));
    if (from.values == SLOT_NONE)
        return;
    p->read_bytes += b->word_bytes;
    pass_bind_caller(p, from.values, USAGE_STORAGE, GLSORT_READ, RADIX_VALUES_IN,
                     b->word_bytes, offsetof(struct radix_params, values_in_base));
}

static void add_scatter(struct builder* b, uint32_t digit, struct array_place from,
                        struct array_place to, const struct radix_params* params)
{
    uint16_t shader =
        by_items(b->desc) ? SHADER_RADIX_ITEMS_PERMUTE : SHADER_RADIX_SCATTER;
    struct pass* p = add_digit_pass(b, "rank and permute", shader, digit, key_groups(b));
    bind_keys_in(b, p, from.keys);
    p->read_bytes = b->word_bytes + table_bytes(b);
    if ((params->flags & RADIX_WRITE_KEYS) != 0) {
        pass_bind_caller(p, to.keys, USAGE_STORAGE, GLSORT_WRITE, RADIX_KEYS_OUT,
                         b->word_bytes, offsetof(struct radix_params, keys_out_base));
        p->write_bytes = b->word_bytes;
    }
    bind_values(b, p, from, to);
    pass_bind(p, b->counts, USAGE_STORAGE, GLSORT_READ, RADIX_COUNTS, 0, table_bytes(b));
    pass_bind(p, b->totals, USAGE_STORAGE, GLSORT_READ, RADIX_TOTALS, 0,
              RADIX_BINS * WORD_BYTES);
    pass_params(b->s, p, params, sizeof *params);
}

// ---- the order of things ----------------------------------------------------------------

static bool ends_with_copy(const struct sort_desc* desc)
{
    return desc->in_place && digit_count(desc) % 2 == 1;
}

// What the digit with `left` digits after it writes.
static struct array_place turn(const struct builder* b, uint32_t left)
{
    bool spare = (left + (ends_with_copy(b->desc) ? 1u : 0u)) % 2 == 1;
    return spare ? b->spare : b->outputs;
}

static struct array_place inputs(const struct builder* b)
{
    bool given = b->desc->values == GLSORT_VALUES_U32;
    return (struct array_place){SLOT_KEYS_IN, given ? SLOT_VALUES_IN : SLOT_NONE};
}

static struct radix_params digit_params(const struct builder* b, uint32_t digit)
{
    const struct sort_desc* desc = b->desc;
    uint32_t done = digit * RADIX_BITS;
    uint32_t bits = desc->bit_count - done;
    struct radix_params params = {
        .first_bit = desc->first_bit + done,
        .digit_mask = bits >= RADIX_BITS ? RADIX_BINS - 1u : (1u << bits) - 1u,
        .group_count = b->columns,
        .flags = RADIX_WRITE_KEYS,
    };
    bool last = digit + 1 == digit_count(desc);
    if (digit == 0) {
        struct key_map in = key_map_in(desc->key, desc->order);
        params.read_negative = in.negative;
        params.read_positive = in.positive;
        params.flags |= desc->values == GLSORT_VALUES_INDICES ? RADIX_MAKE_INDICES : 0u;
    }
    if (last && !ends_with_copy(desc)) {
        struct key_map out = key_map_out(desc->key, desc->order);
        params.write_negative = out.negative;
        params.write_positive = out.positive;
    }
    if (last && desc->discard_keys)
        params.flags &= ~(uint32_t)RADIX_WRITE_KEYS;
    return params;
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    if (desc->ranking == GLSORT_RANKING_CHAIN) {
        radix_chain_build(desc, limits, count, s);
        return;
    }
    struct builder b = start(desc, count, s);
    if (b.count == 0)
        return;
    if (s->gpu_count)
        add_prepare_count(s, desc->max_count, limits);
    struct array_place from = inputs(&b);
    uint32_t digits = digit_count(desc);
    for (uint32_t digit = 0; digit < digits; ++digit) {
        struct radix_params params = digit_params(&b, digit);
        struct array_place to = turn(&b, digits - 1 - digit);
        add_count(&b, digit, from.keys, &params);
        add_scan(&b, digit, &params);
        add_scatter(&b, digit, from, to, &params);
        from = to;
    }
    const struct array_copy copy = {
        .label = "copy",
        .count = b.count,
        .from = from,
        .to = b.outputs,
        .keys = !desc->discard_keys,
        .values = has_values(&b),
        .map = key_map_out(desc->key, desc->order),
    };
    if (ends_with_copy(desc))
        add_array_copy(s, &copy);
}

// What the last finished digit left.
static void peek(const struct sort_desc* desc, const struct glsort_limits* limits,
                 uint32_t count, const struct peek_request* request, struct schedule* s)
{
    if (desc->ranking == GLSORT_RANKING_CHAIN) {
        radix_chain_peek(desc, limits, count, request, s);
        return;
    }
    struct builder b = start(desc, count, s);
    if (b.count == 0)
        return;
    if (s->gpu_count)
        add_prepare_count(s, desc->max_count, limits);
    uint32_t before = s->gpu_count ? 1 : 0;
    uint32_t digits = digit_count(desc);
    uint32_t done = request->done > before ? (request->done - before) / 3 : 0;
    bool copied = request->done == before + 3 * digits + 1;
    bool finished = copied || (done == digits && !ends_with_copy(desc));
    struct array_place from = copied     ? b.outputs
                              : done > 0 ? turn(&b, digits - done)
                                         : inputs(&b);
    struct array_copy copy = {
        .label = "peek",
        .count = b.count,
        .from = from,
        .to = {SLOT_PEEK_KEYS, SLOT_PEEK_VALUES},
        .keys = request->keys,
        .values = request->values,
    };
    if (done > 0 && !finished)
        copy.map = key_map_out(desc->key, desc->order);
    add_array_copy(s, &copy);
}

// ---- what the plan sees -----------------------------------------------------------------

static const char* refuses(const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    if (desc->backend != GLSORT_BACKEND_COMPUTE)
        return "radix scatters, which fragment passes cannot: it needs the compute "
               "backend";
    if (limits->group_size < RADIX_GROUP)
        return "radix needs work groups of 256";
    if (desc->ranking == GLSORT_RANKING_CHAIN)
        return radix_chain_refuses(limits);
    return NULL;
}

#define MOST_ELEMENTS (1u << 30)

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    uint64_t most = limits->storage_block_bytes / WORD_BYTES;
    if (desc->ranking == GLSORT_RANKING_CHAIN && most > RADIX_MOST_CHAINED)
        return (struct capacity){RADIX_MOST_CHAINED,
                                 "tiles tell counts of at most 2^28 elements"};
    // A run's column of the table takes as many bytes as its keys.
    if (by_items(desc))
        most = most / RADIX_RUN * RADIX_RUN;
    if (most < MOST_ELEMENTS)
        return (struct capacity){(uint32_t)most,
                                 "4 bytes a key must fit in one storage block"};
    return (struct capacity){MOST_ELEMENTS,
                             "positions are 32-bit: at most 2^30 elements"};
}

const struct algorithm radix_algorithm = {
    .id = GLSORT_ALGORITHM_RADIX,
    .name = "radix",
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
    .peek = peek,
};
