// SPDX-License-Identifier: MIT
// Entry points for checks of a sort's output.
#include <glsort/glsort_parallel.h>

#include "composed.h"
#include "shared/verify.h"
#include "verify_build.h"

enum { ARGUMENTS = 6 };

struct glsort_verify {
    struct composed composed;
    glsort_verify_desc desc;
};

static const struct composed_kind kind = {"verify", "glsort_verify_create",
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

// Keys and values of the sort that is checked are all inputs here.
static glsort_result check(const struct glsort_verify* o, const glsort_verify_args* args,
                           uint32_t count)
{
    const glsort_verify_desc* d = &o->desc;
    const struct glsort_plan* plan = o->composed.plan;
    const struct run_argument list[ARGUMENTS] = {
        glsort_argument_elements(plan, "keys_in", &args->keys_in, SLOT_KEYS_IN, count,
                                 glsort_verify_has_keys_in(d)),
        glsort_argument_elements(plan, "keys_out", &args->keys_out, SLOT_KEYS_OUT, count,
                                 glsort_verify_has_keys_out(d)),
        glsort_argument_elements(plan, "values_in", &args->values_in, SLOT_VALUES_IN,
                                 count, glsort_verify_has_values_in(d)),
        glsort_argument_elements(plan, "values_out", &args->values_out, SLOT_VALUES_OUT,
                                 count, d->values != GLSORT_VALUES_NONE),
        glsort_argument_count(&args->count_in, d->count_source),
        {.field = "result_out",
         .resource = &args->result_out,
         .used = true,
         .wanted = true,
         .output = true,
         .bytes = VERIFY_RESULT_WORDS * 4,
         .what = "words",
         .number = VERIFY_RESULT_WORDS},
    };
    return glsort_composed_check_run(&o->composed, "glsort_verify_run", count,
                                     args->consumers, list, ARGUMENTS);
}

glsort_result glsort_verify_run(glsort_verify* verify, const glsort_verify_args* args)
{
    glsort_result result =
        glsort_composed_check((struct composed*)verify, args, "glsort_verify_run");
    if (result != GLSORT_OK)
        return result;
    bool on_gpu = verify->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = on_gpu ? verify->desc.max_count : args->count;
    result = check(verify, args, count);
    if (result != GLSORT_OK)
        return result;
    struct slot_object* slots = verify->composed.plan->executor.slots;
    slots[SLOT_KEYS_IN] = glsort_argument_object(&args->keys_in);
    slots[SLOT_KEYS_OUT] = glsort_argument_object(&args->keys_out);
    slots[SLOT_VALUES_IN] = glsort_argument_object(&args->values_in);
    slots[SLOT_VALUES_OUT] = glsort_argument_object(&args->values_out);
    slots[SLOT_COUNT_IN] = glsort_argument_object(&args->count_in);
    slots[SLOT_RESULT_OUT] = glsort_argument_object(&args->result_out);
    const struct composed_run run = {.count = count, .consumers = args->consumers};
    glsort_composed_run(&verify->composed, &run);
    return GLSORT_OK;
}
