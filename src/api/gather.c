// SPDX-License-Identifier: MIT
// Entry points for gathers.
#include <glsort/glsort_parallel.h>

#include "composed.h"
#include "gather_build.h"

enum { ARGUMENTS = 2 + 2 * GLSORT_MOST_STREAMS };

struct glsort_gather {
    struct composed composed;
    struct gather gather;
};

static const struct composed_kind kind = {"gather", "glsort_gather_create",
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

static bool is_odd(const struct glsort_gather* o, const glsort_gather_args* args)
{
    return o->gather.desc.index_bytes == 2 && args->order_in.offset % 4 == 2;
}

static struct run_argument argument_of_order(const struct glsort_gather* o,
                                             const glsort_gather_args* args,
                                             uint32_t count)
{
    const glsort_gather_desc* d = &o->gather.desc;
    return (struct run_argument){
        .field = "order_in",
        .resource = &args->order_in,
        .used = true,
        .wanted = count > 0,
        .alignment = d->index_bytes,
        .bytes = glsort_gather_order_bytes(d, count, is_odd(o, args)),
        .what = "indices",
        .number = count,
    };
}

static void list_stream(const struct glsort_gather* o, const glsort_gather_args* args,
                        uint32_t count, uint32_t at, struct run_argument* list)
{
    static const char* const in_fields[] = {"in[0]", "in[1]", "in[2]", "in[3]",
                                            "in[4]", "in[5]", "in[6]", "in[7]"};
    static const char* const out_fields[] = {"out[0]", "out[1]", "out[2]", "out[3]",
                                             "out[4]", "out[5]", "out[6]", "out[7]"};
    const glsort_stream* stream = &o->gather.desc.streams[at];
    bool used = at < o->gather.desc.stream_count;
    list[0] = (struct run_argument){
        .field = in_fields[at],
        .resource = &args->in[at],
        .used = used,
        .wanted = used && count > 0 && args->record_count > 0,
        .bytes = glsort_gather_input_bytes(stream, args->record_count),
        .what = "records",
        .number = args->record_count,
    };
    list[1] = (struct run_argument){
        .field = out_fields[at],
        .resource = &args->out[at],
        .used = used,
        .wanted = used && count > 0,
        .output = true,
        .bytes = (uint64_t)count * stream->record_bytes,
        .what = "records",
        .number = count,
    };
}

static glsort_result check(const struct glsort_gather* o, const glsort_gather_args* args,
                           uint32_t count)
{
    struct run_argument list[ARGUMENTS];
    list[0] = glsort_argument_count(&args->count_in, o->gather.desc.count_source);
    list[1] = argument_of_order(o, args, count);
    for (uint32_t at = 0; at < GLSORT_MOST_STREAMS; ++at)
        list_stream(o, args, count, at, &list[2 + 2 * at]);
    return glsort_composed_check_run(&o->composed, "glsort_gather_run", count,
                                     args->consumers, list, ARGUMENTS);
}

static void set_slots(const struct glsort_gather* o, const glsort_gather_args* args)
{
    struct slot_object* slots = o->composed.plan->executor.slots;
    slots[SLOT_COUNT_IN] = glsort_argument_object(&args->count_in);
    slots[SLOT_ORDER_IN] = glsort_argument_object(&args->order_in);
    for (uint32_t at = 0; at < GLSORT_MOST_STREAMS; ++at) {
        slots[SLOT_RECORDS_IN + at] = glsort_argument_object(&args->in[at]);
        slots[SLOT_RECORDS_OUT + at] = glsort_argument_object(&args->out[at]);
    }
}

glsort_result glsort_gather_run(glsort_gather* gather, const glsort_gather_args* args)
{
    glsort_result result =
        glsort_composed_check((struct composed*)gather, args, "glsort_gather_run");
    if (result != GLSORT_OK)
        return result;
    const glsort_gather_desc* d = &gather->gather.desc;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? d->max_count : args->count;
    result = check(gather, args, count);
    if (result != GLSORT_OK)
        return result;
    set_slots(gather, args);
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
