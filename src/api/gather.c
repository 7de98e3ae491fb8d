// SPDX-License-Identifier: MIT
// Entry points for gathers.
#include <glsort/glsort_parallel.h>

#include <stddef.h>

#include "composed.h"
#include "gather_build.h"

#define RUN "glsort_gather_run"

struct glsort_gather {
    struct composed composed;
    struct gather gather;
};

// What a gather may have; FIRST_STREAM << at for stream `at`.
enum { COUNT_ON_GPU = 1, FIRST_STREAM = 2 };

#define AT(field) offsetof(glsort_gather_args, field)
#define STREAM_IN(at)                                                                    \
    {                                                                                    \
        "in[" #at "]", AT(in[at]), SLOT_RECORDS_IN + (at), ARGUMENT_INPUT,               \
            FIRST_STREAM << (at), 0                                                      \
    }
#define STREAM_OUT(at)                                                                   \
    {                                                                                    \
        "out[" #at "]", AT(out[at]), SLOT_RECORDS_OUT + (at), ARGUMENT_OUTPUT,           \
            FIRST_STREAM << (at), 0                                                      \
    }
static const struct argument arguments[] = {
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"order_in", AT(order_in), SLOT_ORDER_IN, ARGUMENT_INPUT, 0, 0},
    STREAM_IN(0),
    STREAM_OUT(0),
    STREAM_IN(1),
    STREAM_OUT(1),
    STREAM_IN(2),
    STREAM_OUT(2),
    STREAM_IN(3),
    STREAM_OUT(3),
    STREAM_IN(4),
    STREAM_OUT(4),
    STREAM_IN(5),
    STREAM_OUT(5),
    STREAM_IN(6),
    STREAM_OUT(6),
    STREAM_IN(7),
    STREAM_OUT(7),
};

static bool is_odd(const struct glsort_gather* o, const glsort_gather_args* args)
{
    return o->gather.desc.index_bytes == 2 && args->order_in.offset % 4 == 2;
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    const struct glsort_gather* o = r->object;
    const glsort_gather_args* args = r->args;
    const glsort_gather_desc* d = &o->gather.desc;
    bool output = (a->flags & ARGUMENT_OUTPUT) != 0;
    measured->number = r->count;
    measured->wanted = r->count > 0;
    if (a->slot == SLOT_ORDER_IN) {
        measured->alignment = d->index_bytes;
        measured->bytes = glsort_gather_order_bytes(d, r->count, is_odd(o, args));
        measured->what = "indices";
        return;
    }
    measured->what = "records";
    if (output) {
        const glsort_stream* stream = &d->streams[a->slot - SLOT_RECORDS_OUT];
        measured->bytes = (uint64_t)r->count * stream->record_bytes;
        return;
    }
    const glsort_stream* stream = &d->streams[a->slot - SLOT_RECORDS_IN];
    measured->number = args->record_count;
    measured->wanted &= args->record_count > 0;
    measured->bytes = glsort_gather_input_bytes(stream, args->record_count);
}

static const struct run_kind run_kind = {
    "gather", arguments, sizeof arguments / sizeof arguments[0], true, measure, NULL};
static const struct composed_kind kind = {&run_kind, "glsort_gather_create",
                                          sizeof(struct glsort_gather)};

glsort_result glsort_gather_create(glsort_context* context,
                                   const glsort_gather_desc* desc, glsort_gather** gather)
{
    glsort_result result;
    if (gather != NULL)
        *gather = NULL;
    struct composed* c =
        glsort_composed_take(&kind, context, desc, gather != NULL, &result);
    if (c == NULL)
        return result;
    struct glsort_gather* o = (struct glsort_gather*)c;
    result = glsort_gather_fill(desc, &context->device.limits, &o->gather.desc,
                                &(const struct call){kind.create, &context->message});
    glsort_plan_desc elements = glsort_gather_elements(desc);
    struct composition composition = glsort_gather_composition(&o->gather);
    result = glsort_composed_create(c, context, &elements, &composition, result);
    if (result == GLSORT_OK)
        *gather = o;
    return result;
}

void glsort_gather_destroy(glsort_gather* gather)
{
    glsort_composed_destroy((struct composed*)gather);
}

const char* glsort_gather_last_error(const glsort_gather* gather)
{
    return glsort_composed_last_error((const struct composed*)gather, "no glsort gather");
}

static uint32_t has(const glsort_gather_desc* d)
{
    uint32_t streams = (1u << d->stream_count) - 1;
    return streams * FIRST_STREAM |
           (d->count_source == GLSORT_COUNT_FROM_BUFFER ? COUNT_ON_GPU : 0);
}

glsort_result glsort_gather_run(glsort_gather* gather, const glsort_gather_args* args)
{
    glsort_result result = glsort_composed_check((struct composed*)gather, args, RUN);
    if (result != GLSORT_OK)
        return result;
    const glsort_gather_desc* d = &gather->gather.desc;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? d->max_count : args->count;
    const struct run_arguments r = {
        &run_kind, gather->composed.plan, gather, args, count, has(d), 0};
    result = glsort_composed_take_arguments(&r, RUN, args->consumers);
    if (result != GLSORT_OK)
        return result;
    bool odd = is_odd(gather, args);
    bool reshaped =
        args->record_count != gather->gather.record_count || odd != gather->gather.odd;
    gather->gather.record_count = args->record_count;
    gather->gather.odd = odd;
    const struct composed_run run = {
        .count = count, .reshaped = reshaped, .consumers = args->consumers};
    glsort_composed_run(&gather->composed, &run);
    return GLSORT_OK;
}
