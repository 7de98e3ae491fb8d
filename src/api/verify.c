// SPDX-License-Identifier: MIT
// Entry points for checks of a sort's output.
#include <glsort/glsort_parallel.h>

#include <stddef.h>

#include "composed.h"
#include "shared/verify.h"
#include "verify_build.h"

#define RUN "glsort_verify_run"

struct glsort_verify {
    struct composed composed;
    glsort_verify_desc desc;
};

// What a check may have.
enum { COUNT_ON_GPU = 1, KEYS_IN = 2, KEYS_OUT = 4, VALUES_IN = 8, VALUES_OUT = 16 };

// Keys and values of the sort that is checked are all inputs here.
#define AT(field) offsetof(glsort_verify_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_INPUT, KEYS_IN, 0},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_INPUT, KEYS_OUT, 0},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_INPUT, VALUES_IN, 0},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_INPUT, VALUES_OUT, 0},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
    {"result_out", AT(result_out), SLOT_RESULT_OUT, ARGUMENT_OUTPUT, 0, 0},
};

static uint32_t has(const glsort_verify_desc* d)
{
    return (d->count_source == GLSORT_COUNT_FROM_BUFFER ? COUNT_ON_GPU : 0) |
           (glsort_verify_has_keys_in(d) ? KEYS_IN : 0) |
           (glsort_verify_has_keys_out(d) ? KEYS_OUT : 0) |
           (glsort_verify_has_values_in(d) ? VALUES_IN : 0) |
           (d->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0);
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    if (a->slot != SLOT_RESULT_OUT) {
        glsort_measure_elements(r, a, measured);
        return;
    }
    measured->wanted = true;
    measured->bytes = VERIFY_RESULT_WORDS * 4;
    measured->what = "words";
    measured->number = VERIFY_RESULT_WORDS;
}

static const struct run_kind run_kind = {
    "verify", arguments, sizeof arguments / sizeof arguments[0], true, measure, NULL};
static const struct composed_kind kind = {&run_kind, "glsort_verify_create",
                                          sizeof(struct glsort_verify)};

glsort_result glsort_verify_create(glsort_context* context,
                                   const glsort_verify_desc* desc, glsort_verify** verify)
{
    glsort_result result;
    if (verify != NULL)
        *verify = NULL;
    struct composed* c =
        glsort_composed_take(&kind, context, desc, verify != NULL, &result);
    if (c == NULL)
        return result;
    struct glsort_verify* o = (struct glsort_verify*)c;
    o->desc = *desc;
    result = glsort_verify_check(desc, &context->device.limits,
                                 &(const struct call){kind.create, &context->message});
    glsort_plan_desc elements = glsort_verify_elements(desc);
    struct composition composition = glsort_verify_composition(&o->desc);
    result = glsort_composed_create(c, context, &elements, &composition, result);
    if (result == GLSORT_OK)
        *verify = o;
    return result;
}

void glsort_verify_destroy(glsort_verify* verify)
{
    glsort_composed_destroy((struct composed*)verify);
}

const char* glsort_verify_last_error(const glsort_verify* verify)
{
    return glsort_composed_last_error((const struct composed*)verify, "no glsort verify");
}

glsort_result glsort_verify_run(glsort_verify* verify, const glsort_verify_args* args)
{
    glsort_result result = glsort_composed_check((struct composed*)verify, args, RUN);
    if (result != GLSORT_OK)
        return result;
    bool on_gpu = verify->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? verify->desc.max_count : args->count;
    const struct run_arguments r = {&run_kind, verify->composed.plan, verify, args,
                                    count,     has(&verify->desc),    0};
    result = glsort_composed_take_arguments(&r, RUN, args->consumers);
    if (result != GLSORT_OK)
        return result;
    const struct composed_run run = {.count = count, .consumers = args->consumers};
    glsort_composed_run(&verify->composed, &run);
    return GLSORT_OK;
}
