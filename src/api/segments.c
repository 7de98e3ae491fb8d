// SPDX-License-Identifier: MIT
// Entry points for segmented sorts, and those that describe them.
#include <glsort/glsort_inspect.h>
#include <glsort/glsort_segments.h>

#include <stddef.h>

#include "composed.h"
#include "keys.h"
#include "segments_build.h"

#define CREATE_OFFLINE "glsort_segments_create_offline"
#define DESCRIBE "glsort_segments_describe"

enum { WORD_BYTES = 4 };

struct glsort_segments {
    struct composed composed;
    struct segments segments;
};

// What a segmented sort may have.
enum {
    COUNT_ON_GPU = 1,
    SEGMENT_COUNT_ON_GPU = 2,
    KEYS_OUT = 4,
    VALUES_IN = 8,
    VALUES_OUT = 16,
    OFFSETS = 32,
};

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

static uint32_t segments_of(const glsort_segments_desc* d,
                            const glsort_segments_args* args)
{
    return d->segment_count_source == GLSORT_COUNT_FROM_BUFFER ? d->max_segments
                                                               : args->segment_count;
}

static uint32_t has(const struct glsort_segments* o)
{
    const glsort_segments_desc* d = &o->segments.desc;
    const struct sort_desc* sort = &o->composed.plan->core.desc;
    bool all_segments = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    return (d->count_source == GLSORT_COUNT_FROM_BUFFER ? COUNT_ON_GPU : 0) |
           (all_segments ? SEGMENT_COUNT_ON_GPU : 0) |
           (sort->discard_keys ? 0 : KEYS_OUT) |
           (values_given(sort->values) ? VALUES_IN : 0) |
           (sort->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0) |
           (d->equal_length == 0 ? OFFSETS : 0);
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    const struct glsort_segments* o = r->object;
    if (a->slot != SLOT_OFFSETS_IN) {
        glsort_measure_elements(r, a, measured);
        return;
    }
    measured->wanted = r->count > 0;
    measured->number = segments_of(&o->segments.desc, r->args);
    measured->bytes = ((uint64_t)measured->number + 1) * WORD_BYTES;
    measured->what = "segments and their end";
}

static const struct run_kind run_kind = {
    "segmented sort", arguments, sizeof arguments / sizeof arguments[0], true,
    measure,          NULL};
static const struct composed_kind kind = {&run_kind, "glsort_segments_create",
                                          sizeof(struct glsort_segments)};

// ---- creation -------------------------------------------------------------------------

glsort_result glsort_segments_create(glsort_context* context,
                                     const glsort_segments_desc* desc,
                                     glsort_segments** segments)
{
    glsort_result result;
    if (segments != NULL)
        *segments = NULL;
    struct composed* c =
        glsort_composed_take(&kind, context, desc, segments != NULL, &result);
    if (c == NULL)
        return result;
    struct glsort_segments* o = (struct glsort_segments*)c;
    result = glsort_segments_fill(desc, &context->device.limits, &o->segments.desc,
                                  &(const struct call){kind.create, &context->message});
    o->segments.segment_count = desc->max_segments;
    glsort_plan_desc elements = glsort_segments_elements(&o->segments.desc);
    struct composition composition = glsort_segments_composition(&o->segments);
    result = glsort_composed_create(c, context, &elements, &composition, result);
    if (result == GLSORT_OK)
        *segments = o;
    return result;
}

static glsort_result create_offline(const struct glsort_limits* limits,
                                    const glsort_segments_desc* desc,
                                    const struct call* call, glsort_segments** segments)
{
    glsort_result result;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct composed* c = glsort_composed_allocate(&kind, &allocator, call, &result);
    if (c == NULL)
        return result;
    struct glsort_segments* o = (struct glsort_segments*)c;
    result = glsort_segments_fill(desc, limits, &o->segments.desc, call);
    o->segments.segment_count = desc->max_segments;
    glsort_plan_desc elements = glsort_segments_elements(&o->segments.desc);
    struct composition composition = glsort_segments_composition(&o->segments);
    result =
        glsort_composed_create_offline(c, limits, &elements, &composition, call, result);
    if (result == GLSORT_OK)
        *segments = o;
    return result;
}

glsort_result glsort_segments_create_offline(const glsort_limits* limits,
                                             const glsort_segments_desc* desc,
                                             char* message, size_t message_bytes,
                                             glsort_segments** segments)
{
    struct message m = {""};
    glsort_result result = GLSORT_ERROR_ARGUMENT;
    if (segments != NULL)
        *segments = NULL;
    if (limits == NULL || desc == NULL || segments == NULL)
        glsort_message_fail(&m, result, CREATE_OFFLINE ": %s is NULL",
                            limits == NULL ? "limits"
                            : desc == NULL ? "desc"
                                           : "segments");
    else
        result =
            create_offline(limits, desc, &(const struct call){kind.create, &m}, segments);
    glsort_message_copy(&m, message, message_bytes);
    return result;
}

void glsort_segments_destroy(glsort_segments* segments)
{
    glsort_composed_destroy((struct composed*)segments);
}

const char* glsort_segments_last_error(const glsort_segments* segments)
{
    return glsort_composed_last_error((const struct composed*)segments,
                                      "no glsort segmented sort");
}

// ---- a run ----------------------------------------------------------------------------

static bool is_same(const glsort_resource* a, const glsort_resource* b)
{
    return a->name != 0 && a->name == b->name && a->offset == b->offset;
}

// Checks the arguments, prepares the plan for the run, and describes the run in *run.
static glsort_result prepare(glsort_segments* o, const glsort_segments_args* args,
                             const char* call, struct composed_run* run)
{
    glsort_result result = glsort_composed_check((struct composed*)o, args, call);
    if (result != GLSORT_OK)
        return result;
    const glsort_segments_desc* d = &o->segments.desc;
    bool count_on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = count_on_gpu ? d->max_count : args->count;
    uint32_t segment_count = segments_of(d, args);
    if (segment_count > d->max_segments)
        return glsort_message_fail(o->composed.plan->message, GLSORT_ERROR_RANGE,
                                   "%s: segment_count %u is above the segmented sort's "
                                   "max_segments %u",
                                   call, segment_count, d->max_segments);
    const struct run_arguments r = {&run_kind, o->composed.plan, o, args,
                                    count,     has(o),           0};
    result = glsort_composed_take_arguments(&r, call, args->consumers);
    if (result != GLSORT_OK)
        return result;
    *run = (struct composed_run){
        .count = count,
        .in_place = is_same(&args->keys_in, &args->keys_out) ||
                    is_same(&args->values_in, &args->values_out),
        .reshaped = segment_count != o->segments.segment_count,
        .consumers = args->consumers,
    };
    o->segments.segment_count = segment_count;
    return GLSORT_OK;
}

glsort_result glsort_segments_run(glsort_segments* segments,
                                  const glsort_segments_args* args)
{
    struct composed_run run;
    glsort_result result = prepare(segments, args, "glsort_segments_run", &run);
    if (result == GLSORT_OK)
        glsort_composed_run(&segments->composed, &run);
    return result;
}

glsort_result glsort_segments_begin(glsort_segments* segments,
                                    const glsort_segments_args* args)
{
    struct composed_run run;
    glsort_result result = prepare(segments, args, "glsort_segments_begin", &run);
    if (result == GLSORT_OK)
        glsort_composed_begin(&segments->composed, &run);
    return result;
}

// ---- description ----------------------------------------------------------------------

static glsort_result check_shape(const struct glsort_segments* o, uint32_t count,
                                 uint32_t segment_count)
{
    const glsort_segments_desc* d = &o->segments.desc;
    struct message* m = o->composed.plan->message;
    if (o->composed.plan->open)
        return glsort_message_fail(m, GLSORT_ERROR_STATE,
                                   DESCRIBE ": a run of this segmented sort is open");
    if (count > d->max_count)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   DESCRIBE ": count %u is above the segmented sort's "
                                            "max_count %u",
                                   count, d->max_count);
    if (segment_count > d->max_segments)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   DESCRIBE ": segment_count %u is above the segmented "
                                            "sort's max_segments %u",
                                   segment_count, d->max_segments);
    return GLSORT_OK;
}

glsort_result glsort_segments_describe(glsort_segments* segments, uint32_t count,
                                       uint32_t segment_count, glsort_plan_info* info)
{
    glsort_result result =
        glsort_composed_check_object((const struct composed*)segments, DESCRIBE);
    if (result == GLSORT_OK)
        result = check_shape(segments, count, segment_count);
    if (result != GLSORT_OK)
        return result;
    const glsort_segments_desc* d = &segments->segments.desc;
    glsort_plan* plan = segments->composed.plan;
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        count = d->max_count;
    if (d->segment_count_source == GLSORT_COUNT_FROM_BUFFER)
        segment_count = d->max_segments;
    plan->core.built &= segments->segments.segment_count == segment_count;
    segments->segments.segment_count = segment_count;
    glsort_plan_build_run(plan, count, false);
    if (info != NULL)
        glsort_plan_fill_info(plan, count, info);
    return GLSORT_OK;
}

glsort_plan* glsort_segments_plan(const glsort_segments* segments)
{
    return segments == NULL ? NULL : segments->composed.plan;
}
