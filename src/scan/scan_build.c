// SPDX-License-Identifier: MIT
#include "scan_build.h"

#include <assert.h>
#include <stddef.h>

#include "alone.h"
#include "counting.h"
#include "shader_ids.h"
#include "shared/scan.h"

static_assert(SCAN_TILE == SCAN_GROUP * SCAN_ITEMS, "scan_reduce.comp, scan_add.comp");
static_assert(SCAN_TILE % 32 == 0, "scan_add.comp: a spare word after each 32");
static_assert(sizeof(struct scan_array_params) == 16, "std140 layout");

enum { WORD_BYTES = 4 };

#define CREATE "glsort_scan_create"
#define PARAM(FIELD) offsetof(struct scan_array_params, FIELD)

glsort_result glsort_scan_check(const glsort_scan_desc* desc,
                                const struct glsort_limits* limits, struct message* m)
{
    const struct alone_desc alone = {
        .call = CREATE,
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
    };
    glsort_result result = glsort_alone_check(&alone, limits, m);
    if (result != GLSORT_OK)
        return result;
    return glsort_alone_check_bytes(CREATE, "words_in",
                                    (uint64_t)desc->max_count * WORD_BYTES, limits, m);
}

glsort_plan_desc glsort_scan_elements(const glsort_scan_desc* desc)
{
    return (glsort_plan_desc){
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = GLSORT_BACKEND_COMPUTE,
    };
}

// The sums of the tiles, and where the sum of all goes if nobody asks for it.
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
    glsort_alone_bind_caller(p, SLOT_KEYS_IN, GLSORT_READ, SCAN_WORDS_IN,
                             (uint64_t)b->count * WORD_BYTES, PARAM(in_base));
    glsort_alone_bind(p, sums->tiles, GLSORT_WRITE, SCAN_SUMS, sums->bytes);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_sums(struct alone_builder* b, const struct sums* sums, bool total)
{
    const struct scan_params params = {.tile = SCAN_TILE};
    struct pass* p = glsort_alone_once(b, "sums before tiles", SHADER_SCAN_SUMS);
    p->tile_in_place = true; // its one work group reads a word before it writes it
    glsort_alone_bind(p, sums->tiles, GLSORT_READ | GLSORT_WRITE, SCAN_SUMS, sums->bytes);
    if (total)
        glsort_alone_bind_caller(p, SLOT_TOTAL_OUT, GLSORT_WRITE, SCAN_TOTAL, WORD_BYTES,
                                 offsetof(struct scan_params, total_at));
    else
        glsort_alone_bind(p, sums->total, GLSORT_WRITE, SCAN_TOTAL, WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_add(struct alone_builder* b, const struct sums* sums)
{
    const struct scan_array_params params = {0};
    uint64_t bytes = (uint64_t)b->count * WORD_BYTES;
    struct pass* p = glsort_alone_over_tiles(b, "sums before words", SHADER_SCAN_ADD);
    p->tile_in_place = true; // words_out may be words_in
    glsort_alone_bind_caller(p, SLOT_KEYS_IN, GLSORT_READ, SCAN_WORDS_IN, bytes,
                             PARAM(in_base));
    glsort_alone_bind(p, sums->tiles, GLSORT_READ, SCAN_SUMS, sums->bytes);
    glsort_alone_bind_caller(p, SLOT_KEYS_OUT, GLSORT_WRITE, SCAN_WORDS_OUT, bytes,
                             PARAM(out_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const void* what, const struct plan_core* core, uint32_t count,
                  struct schedule* s)
{
    const struct scan* scan = what;
    struct alone_builder b = glsort_alone_start(core, count, SCAN_TILE, s);
    const struct sums sums = declare_sums(&b, core->desc.max_count);
    if (b.count > 0)
        add_reduce(&b, &sums);
    if (b.count > 0 || scan->total)
        add_sums(&b, &sums, scan->total);
    if (b.count > 0)
        add_add(&b, &sums);
}

struct composition glsort_scan_composition(const struct scan* scan)
{
    return (struct composition){
        .build = build,
        .what = scan,
        .alone = true,
        .run_bytes = glsort_alone_run_bytes(scan->desc.count_source),
    };
}
