// SPDX-License-Identifier: MIT
// Prefix sums: reduce each tile to its sum, scan the sums, add them to the tiles (G. E.
// Blelloch, "Prefix Sums and Their Applications", 1990).
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <stddef.h>

#include "arguments.h"
#include "build.h"
#include "counting.h"
#include "shader_ids.h"
#include "shared/scan.h"

static_assert(SCAN_TILE == SCAN_GROUP * SCAN_ITEMS, "scan_reduce.comp, scan_add.comp");
static_assert(SCAN_TILE % 32 == 0, "scan_add.comp: a spare word after each 32");
static_assert(sizeof(struct scan_array_params) == 16, "std140 layout");

static const struct place input = {
    .slot = SLOT_KEYS_IN, .words = 1, .stride_bytes = WORD_BYTES};

#define PARAM(FIELD) offsetof(struct scan_array_params, FIELD)

enum { SLOT_TOTAL_OUT = SLOT_OF_RECIPE };

// shape.words: the run writes SLOT_TOTAL_OUT.
enum { HAS_TOTAL };

#define AT(FIELD) offsetof(glsort_scan_desc, FIELD)
static const struct field_row fields[] = {
    ROW_ENUMERANT(count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_BITS(flags, PLAN_FLAGS),
    ROW_WITHIN(max_count, 1, UINT32_MAX, 0),
};
#undef AT

static glsort_sort_desc elements(const void* what)
{
    const glsort_scan_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
        .flags = desc->flags,
    };
}

static glsort_result fill(const void* given, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    const glsort_scan_desc* desc = given;
    glsort_scan_desc* filled = what;
    *filled = *desc;
    glsort_result result = glsort_alone_check(desc->backend, limits, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_alone_check_bytes("words_in", bytes_of_words(desc->max_count), limits,
                                    call);
}

// ---- passes ---------------------------------------------------------------------------

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
    glsort_pass_place(p, &input, b->count, USAGE_STORAGE, GLSORT_READ, SCAN_WORDS_IN,
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
    glsort_pass_place(p, &input, b->count, USAGE_STORAGE, GLSORT_READ, SCAN_WORDS_IN,
                      PARAM(in_base));
    glsort_pass_buffer(p, sums->tiles, GLSORT_READ, SCAN_SUMS, sums->bytes);
    glsort_pass_resource(p, SLOT_KEYS_OUT, GLSORT_WRITE, SCAN_WORDS_OUT, 0, bytes,
                         PARAM(out_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s)
{
    (void)what;
    bool total = shape->words[HAS_TOTAL] != 0;
    struct alone_builder b = glsort_alone_start(core, shape->count, SCAN_TILE, s);
    const struct sums sums = declare_sums(&b, core->max_count);
    if (b.count > 0)
        add_reduce(&b, &sums);
    if (b.count > 0 || total)
        add_sums(&b, &sums, total);
    if (b.count > 0)
        add_add(&b, &sums);
}

// ---- arguments ------------------------------------------------------------------------

static_assert(offsetof(glsort_scan_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_scan_args, field)
static const struct argument arguments[] = {
    {"words_in", AT(words_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"sums_out", AT(sums_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE, 0, 0},
    {"total_out", AT(total_out), SLOT_TOTAL_OUT, ARGUMENT_OUTPUT | ARGUMENT_OPTIONAL, 0,
     0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    (void)core;
    return on_gpu(((const glsort_scan_desc*)what)->count_source);
}

static glsort_result shape(const struct run* run, struct shape* shape,
                           const struct call* call)
{
    const glsort_scan_args* args = run->args;
    (void)call;
    shape->words[HAS_TOTAL] = args->total_out.name != 0;
    return GLSORT_OK;
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    measure_items(m, "words", a->slot == SLOT_TOTAL_OUT ? 1 : run->shape.count,
                  WORD_BYTES);
}

static void largest(const void* what, struct shape* shape)
{
    (void)what;
    shape->words[HAS_TOTAL] = 1;
}

// ---- the recipe -----------------------------------------------------------------------

const struct recipe glsort_scan_recipe = {
    .noun = "scan",
    .create = "glsort_scan_create",
    .run = "glsort_scan_run",
    .flags_at = offsetof(glsort_scan_desc, flags),
    .what_bytes = sizeof(glsort_scan_desc),
    .fields = FIELD_LIST(fields),
    .fill = fill,
    .elements = elements,
    .largest = largest,
    .option_words = 1 << HAS_TOTAL,
    .build = build,
    .first_argument = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .args_bytes = sizeof(glsort_scan_args),
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = has,
    .shape = shape,
    .measure = measure,
    .smallest = largest,
};

#undef AT
