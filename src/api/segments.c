// SPDX-License-Identifier: MIT
// Entry points for segmented sorts, and those that describe them.
#include <glsort/glsort_inspect.h>
#include <glsort/glsort_segments.h>

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

static const struct composed_kind kind = {"segmented sort", "glsort_segments_create",
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

// The index of each resource in the list of a run's arguments.
enum argument {
    AT_KEYS_IN,
    AT_KEYS_OUT,
    AT_VALUES_IN,
    AT_VALUES_OUT,
    AT_OFFSETS_IN,
    AT_COUNT_IN,
    AT_SEGMENT_COUNT_IN,
    ARGUMENTS,
};

// An input with a stride is not sorted in place.
static void list_elements(const struct glsort_plan* plan,
                          const glsort_segments_args* args, uint32_t count,
                          struct run_argument* list)
{
    const struct sort_desc* d = &plan->core.desc;
    bool given = values_given(d->values);
    list[AT_KEYS_IN] = glsort_argument_elements(plan, "keys_in", &args->keys_in,
                                                SLOT_KEYS_IN, count, true);
    list[AT_KEYS_OUT] = glsort_argument_elements(plan, "keys_out", &args->keys_out,
                                                 SLOT_KEYS_OUT, count, !d->discard_keys);
    list[AT_VALUES_IN] = glsort_argument_elements(plan, "values_in", &args->values_in,
                                                  SLOT_VALUES_IN, count, given);
    list[AT_VALUES_OUT] =
        glsort_argument_elements(plan, "values_out", &args->values_out, SLOT_VALUES_OUT,
                                 count, d->values != GLSORT_VALUES_NONE);
    list[AT_KEYS_OUT].output = list[AT_VALUES_OUT].output = true;
    if (d->key_stride == 0)
        list[AT_KEYS_OUT].in_place = &args->keys_in;
    if (d->value_stride == 0 && given)
        list[AT_VALUES_OUT].in_place = &args->values_in;
}

static glsort_result check(const struct glsort_segments* o,
                           const glsort_segments_args* args, uint32_t count,
                           uint32_t segment_count, const char* call)
{
    const glsort_segments_desc* d = &o->segments.desc;
    const struct glsort_plan* plan = o->composed.plan;
    bool equal = d->equal_length != 0;
    struct run_argument list[ARGUMENTS];
    if (segment_count > d->max_segments)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "%s: segment_count %u is above the segmented sort's max_segments %u", call,
            segment_count, d->max_segments);
    list_elements(plan, args, count, list);
    list[AT_OFFSETS_IN] =
        (struct run_argument){.field = "offsets_in",
                              .resource = &args->offsets_in,
                              .used = !equal,
                              .wanted = !equal && count > 0,
                              .bytes = ((uint64_t)segment_count + 1) * WORD_BYTES,
                              .what = "segments and their end",
                              .number = segment_count};
    list[AT_COUNT_IN] = glsort_argument_count(&args->count_in, d->count_source);
    list[AT_SEGMENT_COUNT_IN] =
        glsort_argument_count(&args->segment_count_in, d->segment_count_source);
    list[AT_SEGMENT_COUNT_IN].field = "segment_count_in";
    return glsort_composed_check_run(&o->composed, call, count, args->consumers, list,
                                     ARGUMENTS);
}

static bool is_same(const glsort_resource* a, const glsort_resource* b)
{
    return a->name != 0 && a->name == b->name && a->offset == b->offset;
}

static void set_slots(struct slot_object* slots, const glsort_segments_args* args)
{
    slots[SLOT_KEYS_IN] = glsort_argument_object(&args->keys_in);
    slots[SLOT_KEYS_OUT] = glsort_argument_object(&args->keys_out);
    slots[SLOT_VALUES_IN] = glsort_argument_object(&args->values_in);
    slots[SLOT_VALUES_OUT] = glsort_argument_object(&args->values_out);
    slots[SLOT_OFFSETS_IN] = glsort_argument_object(&args->offsets_in);
    slots[SLOT_COUNT_IN] = glsort_argument_object(&args->count_in);
    slots[SLOT_SEGMENT_COUNT_IN] = glsort_argument_object(&args->segment_count_in);
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
    bool all_segments = d->segment_count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = count_on_gpu ? d->max_count : args->count;
    uint32_t segment_count = all_segments ? d->max_segments : args->segment_count;
    result = check(o, args, count, segment_count, call);
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
    set_slots(o->composed.plan->executor.slots, args);
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
