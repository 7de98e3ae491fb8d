// SPDX-License-Identifier: MIT
#include "scan_build.h"

#include <assert.h>
#include <stddef.h>

#include "build.h"
#include "counting.h"
#include "refusal.h"
#include "shader_ids.h"
#include "shared/radix.h"
#include "shared/scan.h"
#include "desc.h"

static_assert(SCAN_TILE == SCAN_GROUP * SCAN_ITEMS, "scan_reduce.comp, scan_add.comp");
static_assert(SCAN_TILE % 32 == 0, "scan_add.comp: a spare word after each 32");
static_assert(sizeof(struct scan_array_params) == 16, "std140 layout");
static_assert(sizeof(struct scan_chain_params) == 32, "std140 layout");
static_assert(SCAN_BINS * SCAN_BIN_BITS == 32, "scan_chain.comp: the bytes of a sum");
static_assert((uint64_t)SCAN_CHAIN_MOST / SCAN_TILE * ((1 << SCAN_BIN_BITS) - 1) <
                  (uint64_t)1 << 28,
              "lib/look_back.glsl: the value of a status word");
// As in radix.c: llvmpipe has at most 32 work groups in flight, and in the worst case one
// adds up all others.
static_assert(31 * (2 * RADIX_PATIENCE + RADIX_TILE_GROUP + SCAN_TILE / 4) <= 65000,
              "scan_chain.comp: iterations to add up all other tiles in flight");

// The chain takes 0.79 to 0.89 of the time of the three passes up to 2^20 words, and 1.06
// to 1.16 of it above. 2026-11-23, H200 (driver 580.159).
enum { MOST_CHAINED = 1 << 20 };

static const struct place words_in = {
    .slot = SLOT_KEYS_IN, .words = 1, .stride_bytes = WORD_BYTES};

#define PARAM(FIELD) offsetof(struct scan_array_params, FIELD)

glsort_result glsort_scan_fill(const void* given, const struct glsort_limits* limits,
                               void* what, const struct call* call)
{
    const glsort_scan_desc* desc = given;
    glsort_scan_desc* filled = what;
    const struct alone_desc alone = {
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
        .flags = desc->flags,
    };
    *filled = *desc;
    glsort_result result = glsort_alone_check(&alone, limits, call);
    if (result != GLSORT_OK)
        return result;
    result = glsort_check_enumerants(
        &(const struct enumerant_field){
            "scan_method", tuning_of(desc->tuning).scan_method, GLSORT_SCAN_CHAIN, false},
        1, call);
    if (result == GLSORT_OK)
        result = glsort_tuning_check(desc->tuning, ABOUT_SCAN_METHOD, limits, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_alone_check_bytes("words_in", bytes_of_words(desc->max_count), limits,
                                    call);
}

glsort_sort_desc glsort_scan_elements(const void* what)
{
    const glsort_scan_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = GLSORT_BACKEND_COMPUTE,
    };
}

// ---- three passes ---------------------------------------------------------------------

// The tiles' sums, and the plan's own buffer for the total if the caller has none.
struct sums {
    uint8_t tiles;
    uint8_t total;
    uint64_t bytes; // of the tiles' sums in use
};

static struct sums declare_sums(const struct alone_builder* b, uint32_t max_count)
{
    uint32_t tiles = ceil_divide(b->count, SCAN_TILE);
    struct sums sums = {.bytes = (uint64_t)(tiles > 0 ? tiles : 1) * WORD_BYTES};
    uint64_t most = (uint64_t)ceil_divide(max_count, SCAN_TILE) * WORD_BYTES;
    sums.tiles = glsort_schedule_buffer(b->s, "scan sums", most);
    sums.total = glsort_schedule_buffer(b->s, "scan total", WORD_BYTES);
    return sums;
}

static void add_reduce(struct alone_builder* b, const struct sums* sums)
{
    const struct scan_array_params params = {0};
    struct pass* p = glsort_alone_over_tiles(b, "sums of tiles", SHADER_SCAN_REDUCE);
    glsort_pass_place(p, &words_in, b->count, USAGE_STORAGE, GLSORT_READ, SCAN_WORDS_IN,
                      PARAM(in_base));
    glsort_pass_buffer(p, sums->tiles, GLSORT_WRITE, SCAN_SUMS, sums->bytes);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_sums(struct alone_builder* b, const struct sums* sums, bool total)
{
    const struct scan_params params = {.tile = SCAN_TILE};
    struct pass* p = glsort_alone_once(b, "sums before tiles", SHADER_SCAN_SUMS);
    p->tile_in_place = true; // its one work group reads a word before it writes it
    glsort_pass_buffer(p, sums->tiles, GLSORT_READ | GLSORT_WRITE, SCAN_SUMS,
                       sums->bytes);
    if (total)
        glsort_pass_resource(p, SLOT_TOTAL_OUT, GLSORT_WRITE, SCAN_TOTAL, 0, WORD_BYTES,
                             offsetof(struct scan_params, total_at));
    else
        glsort_pass_buffer(p, sums->total, GLSORT_WRITE, SCAN_TOTAL, WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_add(struct alone_builder* b, const struct sums* sums)
{
    const struct scan_array_params params = {0};
    uint64_t bytes = bytes_of_words(b->count);
    struct pass* p = glsort_alone_over_tiles(b, "sums before words", SHADER_SCAN_ADD);
    p->tile_in_place = true; // words_out may be words_in
    glsort_pass_place(p, &words_in, b->count, USAGE_STORAGE, GLSORT_READ, SCAN_WORDS_IN,
                      PARAM(in_base));
    glsort_pass_buffer(p, sums->tiles, GLSORT_READ, SCAN_SUMS, sums->bytes);
    glsort_pass_resource(p, SLOT_KEYS_OUT, GLSORT_WRITE, SCAN_WORDS_OUT, 0, bytes,
                         PARAM(out_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// ---- a chain --------------------------------------------------------------------------

// Words of the status table for this many tiles.
static uint32_t table_words(uint32_t tiles)
{
    return RADIX_TILE_ROW(tiles) * SCAN_BINS;
}

struct chain {
    uint8_t table;
    uint8_t ticket;
    uint8_t total; // the caller's, or the plan's own
    uint64_t table_bytes;
    struct scan_chain_params params;
};

static struct chain declare_chain(const struct alone_builder* b,
                                  const struct plan_core* core, bool total)
{
    uint32_t words = table_words(ceil_divide(b->count, SCAN_TILE));
    uint64_t most = table_words(ceil_divide(core->desc.max_count, SCAN_TILE));
    struct chain chain = {
        .total = SLOT_TOTAL_OUT,
        .table_bytes = (uint64_t)(words > 0 ? words : 1) * WORD_BYTES,
        .params = {.table_words = words, .tickets = core->limits.chained_scan == 0},
    };
    chain.table = glsort_schedule_buffer(b->s, "scan look-back", most * WORD_BYTES);
    chain.ticket = glsort_schedule_buffer(b->s, "scan ticket", WORD_BYTES);
    uint8_t unused = glsort_schedule_buffer(b->s, "scan total", WORD_BYTES);
    if (!total)
        chain.total = unused;
    return chain;
}

static void bind_shared(struct pass* p, const struct chain* chain, uint32_t access)
{
    glsort_pass_buffer(p, chain->table, access, SCAN_STATUS, chain->table_bytes);
    glsort_pass_buffer(p, chain->ticket, access, SCAN_TICKET, WORD_BYTES);
    if (chain->total == SLOT_TOTAL_OUT)
        glsort_pass_resource(p, chain->total, GLSORT_WRITE, SCAN_TOTAL, 0, WORD_BYTES,
                             offsetof(struct scan_chain_params, total_at));
    else
        glsort_pass_buffer(p, chain->total, GLSORT_WRITE, SCAN_TOTAL, WORD_BYTES);
}

static void add_clear(struct alone_builder* b, const struct chain* chain)
{
    struct pass* p = glsort_alone_once(b, "clear look-back", SHADER_SCAN_CLEAR);
    uint32_t groups = ceil_divide(chain->params.table_words, SCAN_CLEAR_GROUP);
    p->groups = groups < 1 ? 1 : groups < SCAN_CLEAR_GROUPS ? groups : SCAN_CLEAR_GROUPS;
    bind_shared(p, chain, GLSORT_WRITE);
    glsort_pass_params(b->s, p, &chain->params, sizeof chain->params);
}

static void add_chain(struct alone_builder* b, const struct chain* chain)
{
    uint64_t bytes = bytes_of_words(b->count);
    struct pass* p = glsort_alone_over_tiles(b, "chain of tiles", SHADER_SCAN_CHAIN);
    p->tile_in_place = true; // words_out may be words_in; see scan_chain.comp
    bind_shared(p, chain, GLSORT_READ | GLSORT_WRITE);
    glsort_pass_place(p, &words_in, b->count, USAGE_STORAGE, GLSORT_READ, SCAN_WORDS_IN,
                      offsetof(struct scan_chain_params, in_base));
    glsort_pass_resource(p, SLOT_KEYS_OUT, GLSORT_WRITE, SCAN_WORDS_OUT, 0, bytes,
                         offsetof(struct scan_chain_params, out_base));
    glsort_pass_params(b->s, p, &chain->params, sizeof chain->params);
}

static void build_chain(struct alone_builder* b, const struct plan_core* core, bool total)
{
    const struct chain chain = declare_chain(b, core, total);
    if (b->count > 0 || total)
        add_clear(b, &chain);
    if (b->count > 0)
        add_chain(b, &chain);
}

// ---- either ---------------------------------------------------------------------------

static void build_three(struct alone_builder* b, const struct plan_core* core, bool total)
{
    const struct sums sums = declare_sums(b, core->desc.max_count);
    if (b->count > 0)
        add_reduce(b, &sums);
    if (b->count > 0 || total)
        add_sums(b, &sums, total);
    if (b->count > 0)
        add_add(b, &sums);
}

static bool is_chain(const glsort_scan_desc* desc, const struct glsort_limits* limits)
{
    const glsort_scan_method method = tuning_of(desc->tuning).scan_method;
    return method == GLSORT_SCAN_AUTO
               ? limits->chained_scan != 0 && desc->max_count <= MOST_CHAINED
               : method == GLSORT_SCAN_CHAIN;
}

void glsort_scan_build(const void* what, const struct plan_core* core,
                       const struct shape* shape, struct schedule* s)
{
    const glsort_scan_desc* desc = what;
    bool total = (shape->options & SCAN_TOTAL_OUT) != 0;
    struct alone_builder b = glsort_alone_start(core, shape->count, SCAN_TILE, s);
    if (is_chain(desc, &core->limits))
        build_chain(&b, core, total);
    else
        build_three(&b, core, total);
}
