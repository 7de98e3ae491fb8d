// SPDX-License-Identifier: MIT
// Radix sort, least significant digit first, in which each invocation ranks a run of
// neighbouring keys by itself, with a private histogram: as in AMD's RadixSort sample for
// OpenCL, with its three passes per digit. M. Zagha and G. E. Blelloch, "Radix Sort for
// Vector Multiprocessors", 1991.
//
// The first digit reads the caller's inputs and the last one writes the caller's outputs;
// in between, the outputs and the ping-pong buffers (`alternate`) alternate. In place
// with an odd number of digits, the first digit would overwrite its own input. Then the
// buffers alternate the other way round, and a copy ends the sort.
#include "radix_build.h"

#include <assert.h>
#include <stddef.h>

#include "passes.h"
#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "shared/radix_runs.h"
#include "store.h"

static_assert(RADIX_BINS % (RADIX_RUN_BINS * RADIX_RUN_GROUP) == 0,
              "radix_items_scan.comp: whole groups");
static_assert(RADIX_RUN_BINS == 8 && RADIX_RUN % 8 == 0,
              "lib/octets.glsl: eight words in one access");
static_assert(sizeof(struct runs_params) == 64, "std140 layout");

enum { TABLE_ROW_BYTES = RADIX_BINS * WORD_BYTES };

// A run has at least four times the root of the count of keys.
enum { RUN_PER_ROOT_SQUARED = 16 };

struct builder {
    struct schedule* s;
    const struct sort_desc* desc;
    bool serial;    // histograms are private arrays
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t run_keys;
    uint32_t runs;
    uint64_t table_bytes; // of the counts, one per run and bin
    struct elements outputs;
    struct elements alternate;
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

// The keys of a run grow with the root of the count: with few of them the histograms
// cost more than the keys, with many there are too few runs for the cores, and what a
// group of runs writes at once no longer fits the caches.
static uint32_t run_keys(uint32_t count)
{
    uint64_t keys = RADIX_RUN;
    while (keys < RADIX_RUN_MOST && keys * keys < (uint64_t)RUN_PER_ROOT_SQUARED * count)
        keys *= 2;
    return (uint32_t)keys;
}

// Of any count up to `count`: a smaller one with shorter runs may have more of them.
static uint32_t most_runs(uint32_t count)
{
    const uint32_t keys = run_keys(count);
    const uint32_t shorter = keys > RADIX_RUN ? keys / 2 : keys;
    const uint64_t most_shorter = (uint64_t)shorter * shorter / RUN_PER_ROOT_SQUARED;
    const uint32_t runs = ceil_divide(count, keys);
    const uint32_t of_shorter = (uint32_t)ceil_divide((uint32_t)most_shorter, shorter);
    return runs > of_shorter || shorter == keys ? runs : of_shorter;
}

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    uint64_t words = bytes_of_words(desc->max_count);
    uint64_t rows = most_runs(desc->max_count);
    struct builder b = {
        .s = s,
        .desc = desc,
        // softpipe writes to a private array with one index for four invocations.
        .serial = limits->is_software == 1,
        .count = count,
        .run_keys = run_keys(count),
        .runs = ceil_divide(count, run_keys(count)),
        .outputs = glsort_outputs(desc),
        .alternate = glsort_alternate(s, desc, false),
    };
    b.table_bytes = (uint64_t)b.runs * TABLE_ROW_BYTES;
    if (desc->discard_keys)
        b.outputs.keys = glsort_schedule_buffer(s, "keys discarded", words);
    b.counts = glsort_schedule_buffer(s, "counts", rows * TABLE_ROW_BYTES);
    b.totals = glsort_schedule_buffer(s, "totals", TABLE_ROW_BYTES);
    return b;
}

// ---- passes ---------------------------------------------------------------------------

// Adds a pass of a digit with one invocation per run, or if `runs` is 0 per few bins.
static struct pass* add_digit_pass(struct builder* b, const char* label, uint16_t shader,
                                   uint32_t digit, uint32_t runs)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, shader);
    p->groups =
        ceil_divide(runs > 0 ? runs : RADIX_BINS / RADIX_RUN_BINS, RADIX_RUN_GROUP);
    p->level = (uint8_t)(digit + 1);
    if (runs > 0)
        glsort_bind_tiles(b->s, p, RADIX_RUN_GROUP * b->run_keys);
    else
        glsort_bind_count(b->s, p);
    return p;
}

static void bind_counts(struct builder* b, struct pass* p, uint8_t access)
{
    glsort_pass_buffer(p, b->counts, access, RUNS_COUNTS, b->table_bytes);
}

static void bind_totals(struct builder* b, struct pass* p, uint8_t access)
{
    glsort_pass_buffer(p, b->totals, access, RUNS_TOTALS, TABLE_ROW_BYTES);
    glsort_pass_moves(p, 0);
}

static void add_count(struct builder* b, uint32_t digit, struct elements from,
                      const struct runs_params* params)
{
    struct pass* p =
        add_digit_pass(b, "histogram of runs", SHADER_RADIX_ITEMS_COUNT, digit, b->runs);
    p->variant = variant_radix_items_count(digit == 0 ? b->desc->computed : 0, b->serial);
    if (digit > 0 || b->desc->computed == 0) {
        glsort_read_keys(p, b->desc, from, b->count);
        bind_counts(b, p, GLSORT_WRITE);
        glsort_pass_params(b->s, p, params, sizeof *params);
        return;
    }
    uint64_t bytes = bytes_of_words(b->count);
    glsort_pass_buffer(p, from.keys, GLSORT_WRITE, IO_KEYS_OUT, bytes);
    bind_counts(b, p, GLSORT_WRITE);
    glsort_first_params(b->s, p, b->desc, params, sizeof *params);
}

static void add_scan(struct builder* b, uint32_t digit, const struct runs_params* params)
{
    struct pass* p =
        add_digit_pass(b, "prescan of run counts", SHADER_RADIX_ITEMS_SCAN, digit, 0);
    // Each invocation reads and writes only the counts of its own bins, and reads words
    // before it writes them.
    p->tile_in_place = true;
    bind_counts(b, p, GLSORT_READ | GLSORT_WRITE);
    bind_totals(b, p, GLSORT_WRITE);
    glsort_pass_params(b->s, p, params, sizeof *params);
}

static void add_permute(struct builder* b, uint32_t digit, struct elements from,
                        struct elements to, const struct runs_params* params)
{
    struct pass* p =
        add_digit_pass(b, "permute by runs", SHADER_RADIX_ITEMS_PERMUTE, digit, b->runs);
    bool keys = (params->io.flags & IO_WRITE_KEYS) != 0;
    p->variant = variant_radix_items_permute(has_values(b), b->serial);
    glsort_read_elements(p, b->desc, from, b->count, has_values(b));
    glsort_write_elements(p, b->desc, to, b->count, keys, has_values(b));
    bind_counts(b, p, GLSORT_READ);
    bind_totals(b, p, GLSORT_READ);
    glsort_pass_params(b->s, p, params, sizeof *params);
}

// ---- the sequence of passes -----------------------------------------------------------

static bool ends_with_copy(const struct sort_desc* desc)
{
    return desc->in_place && digit_count(desc) % 2 == 1;
}

// Where the digit with `left` digits after it writes.
static struct elements destination(const struct builder* b, uint32_t left)
{
    uint32_t passes = left + (ends_with_copy(b->desc) ? 1u : 0u);
    struct elements to = passes % 2 == 1 ? b->alternate : b->outputs;
    to.mapped = passes > 0;
    return to;
}

static struct runs_params digit_params(const struct builder* b, uint32_t digit)
{
    const struct sort_desc* desc = b->desc;
    uint32_t done = digit * RADIX_BITS;
    uint32_t bits = desc->bit_count - done;
    struct runs_params params = {
        .first_bit = desc->first_bit + done,
        .digit_mask = bits >= RADIX_BITS ? RADIX_BINS - 1u : (1u << bits) - 1u,
        .run_keys = b->run_keys,
    };
    bool last = digit + 1 == digit_count(desc);
    params.io =
        digit == 0 ? glsort_io_first(desc) : (struct io_params){.flags = IO_WRITE_KEYS};
    if (last && !ends_with_copy(desc))
        glsort_io_last(&params.io, desc);
    else if (last && desc->discard_keys)
        params.io.flags &= ~(uint32_t)IO_WRITE_KEYS;
    return params;
}

void glsort_radix_items_build(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (b.count == 0)
        return;
    struct elements from = glsort_inputs(desc);
    uint32_t digits = digit_count(desc);
    for (uint32_t digit = 0; digit < digits; ++digit) {
        struct runs_params params = digit_params(&b, digit);
        struct elements to = destination(&b, digits - 1 - digit);
        add_count(&b, digit, from, &params);
        add_scan(&b, digit, &params);
        add_permute(&b, digit, from, to, &params);
        from = to;
    }
    if (ends_with_copy(desc))
        glsort_store_result(s, desc, count, "copy to outputs", from);
}
