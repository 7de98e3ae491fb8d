// SPDX-License-Identifier: MIT
// Entry points for scans.
#include <glsort/glsort_parallel.h>

#include <stddef.h>

#include "composed.h"
#include "scan_build.h"

#define RUN "glsort_scan_run"

enum { WORD_BYTES = 4 };

struct glsort_scan {
    struct composed composed;
    struct scan scan;
};

// What a scan may have.
enum { COUNT_ON_GPU = 1 };

#define AT(field) offsetof(glsort_scan_args, field)
static const struct argument arguments[] = {
    {"words_in", AT(words_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"sums_out", AT(sums_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE, 0, 0},
    {"total_out", AT(total_out), SLOT_TOTAL_OUT, ARGUMENT_OUTPUT | ARGUMENT_OPTIONAL, 0,
     0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    measured->number = a->slot == SLOT_TOTAL_OUT ? 1 : r->count;
    measured->wanted = measured->number > 0;
    measured->bytes = (uint64_t)measured->number * WORD_BYTES;
    measured->what = "words";
}

static const struct run_kind run_kind = {
    "scan", arguments, sizeof arguments / sizeof arguments[0], true, measure, NULL};
static const struct composed_kind kind = {&run_kind, "glsort_scan_create",
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

glsort_result glsort_scan_run(glsort_scan* scan, const glsort_scan_args* args)
{
    glsort_result result = glsort_composed_check((struct composed*)scan, args, RUN);
    if (result != GLSORT_OK)
        return result;
    const glsort_scan_desc* d = &scan->scan.desc;
    bool on_gpu = d->count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? d->max_count : args->count;
    const struct run_arguments r = {&run_kind, scan->composed.plan,       scan, args,
                                    count,     on_gpu ? COUNT_ON_GPU : 0, 0};
    result = glsort_composed_take_arguments(&r, RUN, args->consumers);
    if (result != GLSORT_OK)
        return result;
    bool total = args->total_out.name != 0;
    bool reshaped = total != scan->scan.total;
    scan->scan.total = total;
    const struct composed_run run = {
        .count = count, .reshaped = reshaped, .consumers = args->consumers};
    glsort_composed_run(&scan->composed, &run);
    return GLSORT_OK;
}
