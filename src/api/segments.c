// SPDX-License-Identifier: MIT
// Entry points for segmented sorts.
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <stddef.h>

#include "checks.h"
#include "keys.h"
#include "segments_build.h"

// What a segmented sort may have.
enum {
    SEGMENT_COUNT_ON_GPU = 2,
    KEYS_OUT = 4,
    VALUES_IN = 8,
    VALUES_OUT = 16,
    OFFSETS = 32,
};

static_assert(offsetof(glsort_segments_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_segments_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE,
     KEYS_OUT, 0},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_INPUT, VALUES_IN, 0},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE,
     VALUES_OUT, 0},
    {"offsets_in", AT(offsets_in), SLOT_OFFSETS_IN, ARGUMENT_INPUT, OFFSETS, 0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"segment_count_in", AT(segment_count_in), SLOT_SEGMENT_COUNT_IN, ARGUMENT_COUNT,
     SEGMENT_COUNT_ON_GPU, 0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    const glsort_segments_desc* d = what;
    const struct sort_desc* sort = &core->desc;
    bool all_segments = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    return on_gpu(d->count_source) | (all_segments ? SEGMENT_COUNT_ON_GPU : 0) |
           (sort->discard_keys ? 0 : KEYS_OUT) |
           (values_given(sort->values) ? VALUES_IN : 0) |
           (sort->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0) |
           (d->equal_length == 0 ? OFFSETS : 0);
}

// Returns max_segments if there are more, otherwise 0.
static uint32_t set_segments(const void* what, uint32_t segments, struct shape* shape)
{
    const glsort_segments_desc* d = what;
    bool on_gpu = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    shape->segments = on_gpu ? d->max_segments : segments;
    return shape->segments > d->max_segments ? d->max_segments : 0;
}

static void segments_largest(const void* what, struct shape* shape)
{
    shape->segments = ((const glsort_segments_desc*)what)->max_segments;
}

static void segments_smallest(const void* what, struct shape* shape)
{
    const glsort_segments_desc* d = what;
    set_segments(what, d->max_segments > 0 ? 1 : 0, shape);
}

static glsort_result segments_shape(const struct run* run, struct shape* shape,
                                    const struct call* call)
{
    const glsort_segments_desc* d = run->what;
    const glsort_segments_args* args = run->args;
    if (set_segments(run->what, args->segment_count, shape) == 0)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                            "segment_count %u is above the plan's max_segments %u",
                            args->segment_count, d->max_segments);
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    if (a->slot != SLOT_OFFSETS_IN) {
        glsort_measure_elements(run, a, m);
        return;
    }
    m->wanted = run->shape.count > 0;
    m->number = run->shape.segments;
    m->bytes = ((uint64_t)m->number + 1) * WORD_BYTES;
    m->what = "segments and their end";
}

const struct recipe glsort_segments_recipe = {
    .noun = "segmented sort",
    .create = "glsort_segments_create",
    .run = "glsort_segments_run",
    .flags_at = offsetof(glsort_segments_desc, flags),
    .what_bytes = sizeof(glsort_segments_desc),
    .fill = glsort_segments_fill,
    .elements = glsort_segments_elements,
    .sorts = glsort_segments_sorts,
    .largest = segments_largest,
    .build = glsort_segments_build,
    .reason = glsort_segments_reason,
    .arguments = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = has,
    .shape = segments_shape,
    .measure = measure,
    .describe = set_segments,
    .parts = "segments",
    .in_place = true,
    .smallest = segments_smallest,
};

glsort_result glsort_segments_create(glsort_context* context,
                                     const glsort_segments_desc* desc, glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_segments_recipe, desc, plan);
}

glsort_result glsort_segments_run(glsort_plan* plan, const glsort_segments_args* args)
{
    return glsort_plan_run(plan, &glsort_segments_recipe, args);
}
