// SPDX-License-Identifier: MIT
// Entry points for scans.
#include <glsort/glsort_parallel.h>

#include "composed.h"
#include "scan_build.h"

enum { WORD_BYTES = 4 };

struct glsort_scan {
    struct composed composed;
    struct scan scan;
};

static const struct composed_kind kind = {"scan", "glsort_scan_create",
                                          sizeof(struct glsort_scan)};

glsort_result glsort_scan_create(glsort_context* context, const glsort_scan_desc* desc,
                                 glsort_scan** scan)
{
    glsort_result result;
    if (scan != NULL)
        *scan = NULL;
    struct composed* c =
        glsort_composed_take(&kind, context, desc, scan != NULL, &result);
    if (c == NULL)
        return result;
    struct glsort_scan* o = (struct glsort_scan*)c;
    o->scan.total = true;
    result = glsort_scan_fill(desc, &context->device.limits, &o->scan.desc,
                              &(const struct call){kind.create, &context->message});
    glsort_plan_desc elements = glsort_scan_elements(desc);
    struct composition composition = glsort_scan_composition(&o->scan);
    result = glsort_composed_create(c, context, &elements, &composition, result);
    if (result == GLSORT_OK)
        *scan = o;
    return result;
}

void glsort_scan_destroy(glsort_scan* scan)
{
    glsort_composed_destroy((struct composed*)scan);
}

const char* glsort_scan_last_error(const glsort_scan* scan)
{
    return glsort_composed_last_error((const struct composed*)scan, "no glsort scan");
}

static glsort_result check(const struct glsort_scan* o, const glsort_scan_args* args,
                           uint32_t count)
{
    const struct run_argument words = {.used = true,
                                       .wanted = count > 0,
                                       .bytes = (uint64_t)count * WORD_BYTES,
                                       .what = "words",
                                       .number = count};
    struct run_argument list[] = {
        words,
        words,
        {.field = "total_out",
         .resource = &args->total_out,
         .used = true,
         .wanted = true,
         .optional = true,
         .output = true,
         .bytes = WORD_BYTES,
         .what = "words",
         .number = 1},
        glsort_argument_count(&args->count_in, o->scan.desc.count_source),
    };
    list[0].field = "words_in";
    list[0].resource = &args->words_in;
    list[1].field = "sums_out";
    list[1].resource = &args->sums_out;
    list[1].output = true;
    list[1].in_place = &args->words_in;
    return glsort_composed_check_run(&o->composed, "glsort_scan_run", count,
                                     args->consumers, list, 4);
}

glsort_result glsort_scan_run(glsort_scan* scan, const glsort_scan_args* args)
{
    glsort_result result =
        glsort_composed_check((struct composed*)scan, args, "glsort_scan_run");
    if (result != GLSORT_OK)
        return result;
    const glsort_scan_desc* d = &scan->scan.desc;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? d->max_count : args->count;
    result = check(scan, args, count);
    if (result != GLSORT_OK)
        return result;
    struct slot_object* slots = scan->composed.plan->executor.slots;
    slots[SLOT_KEYS_IN] = glsort_argument_object(&args->words_in);
    slots[SLOT_KEYS_OUT] = glsort_argument_object(&args->sums_out);
    slots[SLOT_TOTAL_OUT] = glsort_argument_object(&args->total_out);
    slots[SLOT_COUNT_IN] = glsort_argument_object(&args->count_in);
    bool total = args->total_out.name != 0;
    bool reshaped = total != scan->scan.total;
    scan->scan.total = total;
    const struct composed_run run = {
        .count = count, .reshaped = reshaped, .consumers = args->consumers};
    glsort_composed_run(&scan->composed, &run);
    return GLSORT_OK;
}
