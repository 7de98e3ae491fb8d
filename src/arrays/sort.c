// SPDX-License-Identifier: MIT
// Sorts: the passes of an algorithm, around which wide elements have more (wide_sort.h).
#include <glsort/glsort.h>

#include <assert.h>
#include <stddef.h>

#include "arguments.h"
#include "build.h"
#include "desc.h"
#include "keys.h"
#include "passes.h"
#include "wide_sort.h"

// What a sort may have.
enum { KEYS_OUT = 2, VALUES_IN = 4, VALUES_OUT = 8 };

static_assert(offsetof(glsort_sort_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_sort_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_ELEMENTS, 0, GLSORT_TEXTURE_KEYS_IN},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_SORTED, KEYS_OUT,
     GLSORT_TEXTURE_KEYS_OUT},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_ELEMENTS, VALUES_IN,
     GLSORT_TEXTURE_VALUES_IN},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_SORTED, VALUES_OUT,
     GLSORT_TEXTURE_VALUES_OUT},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    const struct sort_desc* d = &core->desc;
    (void)what;
    return on_gpu(d->count_source) | (d->discard_keys ? 0 : KEYS_OUT) |
           (values_given(d->values) ? VALUES_IN : 0) |
           (d->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0);
}

static uint32_t textures(const void* what)
{
    return ((const glsort_sort_desc*)what)->textures;
}

// What follows depends on the algorithm, which is chosen after that.
static glsort_result fill(const void* desc, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    (void)limits;
    (void)call;
    *(glsort_sort_desc*)what = *(const glsort_sort_desc*)desc;
    return GLSORT_OK;
}

static glsort_sort_desc elements(const void* what)
{
    return *(const glsort_sort_desc*)what;
}

static bool sorts(const void* what)
{
    (void)what;
    return true;
}

// ---- passes ---------------------------------------------------------------------------

// Appends the pass that takes a count from the GPU if there is one. Returns the count
// that passes of a run of `count` elements are sized for.
static uint32_t begin(const struct plan_core* core, uint32_t count, bool takes_count,
                      struct schedule* s)
{
    s->gpu_count = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    if (s->gpu_count && takes_count)
        glsort_add_take_count(s, core->algorithm, &core->desc, &core->limits);
    return s->gpu_count ? core->max_count : count;
}

static void build(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s)
{
    (void)what;
    uint32_t count = begin(core, shape->count, true, s);
    if (glsort_wide_composes(core->algorithm, &core->desc, &core->limits))
        glsort_wide_build(core->algorithm, &core->desc, &core->limits, count, s);
    else
        core->algorithm->build(&core->desc, &core->limits, count, s);
}

static void add_peek(const struct plan_core* core, uint32_t count,
                     const struct peek_request* request, struct schedule* s)
{
    const struct schedule* run = &core->schedule;
    struct peek peek = {
        .desc = &core->desc,
        .count = count,
        .run = run,
        .after = glsort_last_move(run, request->done),
        .from = glsort_inputs(&core->desc),
        .keys = request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
        .values = request->values ? SLOT_PEEK_VALUES : SLOT_NONE,
    };
    if (peek.after != NULL)
        peek.from = peek.after->leaves;
    if (glsort_wide_applies(core->algorithm, &core->desc))
        peek.from.place = PLACE_INSIDE; // stores are of words
    glsort_peek_scratch(s, run);
    glsort_add_peek(core->algorithm, &peek, s);
}

static bool peek(const void* what, const struct plan_core* core,
                 const struct peek_request* request, struct schedule* s)
{
    (void)what;
    // If any pass of the run is done, the first one has taken the count. Doing so again
    // would overwrite the dispatch arguments of the other passes.
    uint32_t count = begin(core, core->shape.count, request->done == 0, s);
    if (glsort_wide_composes(core->algorithm, &core->desc, &core->limits))
        glsort_wide_peek(core->algorithm, &core->desc, &core->limits, count,
                         &core->schedule, request, s);
    else
        add_peek(core, count, request, s);
    return true;
}

// ---- the recipe -----------------------------------------------------------------------

const struct recipe glsort_sort_recipe = {
    .noun = "sort",
    .create = "glsort_sort_create",
    .run = "glsort_sort_run",
    .flags_at = offsetof(glsort_sort_desc, flags),
    .tuning_at = offsetof(glsort_sort_desc, tuning),
    .what_bytes = sizeof(glsort_sort_desc),
    .fields = {glsort_sort_fields, SORT_FIELDS},
    .fill = fill,
    .elements = elements,
    .sorts = sorts,
    .build = build,
    .peek = peek,
    .first_argument = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .args_bytes = sizeof(glsort_sort_args),
    .consumers_at = AT(consumers),
    .has = has,
    .textures = textures,
    .in_place = true,
    .larger = "; glsort_sort_host sorts arrays in CPU memory of any size",
};
