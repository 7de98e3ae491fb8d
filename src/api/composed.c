// SPDX-License-Identifier: MIT
#include "composed.h"

struct composed* glsort_composed_take(const struct composed_kind* kind,
                                      glsort_context* context, const void* desc,
                                      bool has_out, glsort_result* result)
{
    *result = GLSORT_ERROR_ARGUMENT;
    if (context == NULL)
        return NULL;
    const struct call call = {kind->create, &context->message};
    if (desc == NULL || !has_out) {
        glsort_call_fail(&call, *result, "%s is NULL",
                         desc == NULL ? "desc" : kind->run->noun);
        return NULL;
    }
    *result = glsort_context_check_modes(context, &call);
    if (*result != GLSORT_OK)
        return NULL;
    return glsort_composed_allocate(kind, &context->allocator, &call, result);
}

struct composed* glsort_composed_allocate(const struct composed_kind* kind,
                                          const glsort_allocator* allocator,
                                          const struct call* call, glsort_result* result)
{
    struct composed* object = glsort_memory_take(allocator, kind->bytes);
    *result = GLSORT_OK;
    if (object == NULL)
        *result = glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                   "no host memory for %llu bytes",
                                   (unsigned long long)kind->bytes);
    else
        *object = (struct composed){.kind = kind, .allocator = *allocator};
    return object;
}

static void give(struct composed* object)
{
    glsort_allocator allocator = object->allocator;
    glsort_memory_give(&allocator, object, object->kind->bytes);
}

glsort_result glsort_composed_create(struct composed* object, glsort_context* context,
                                     const glsort_plan_desc* elements,
                                     const struct composition* composition,
                                     glsort_result result)
{
    const struct call call = {object->kind->create, &context->message};
    if (result == GLSORT_OK)
        result =
            glsort_plan_compose(context, &call, elements, composition, &object->plan);
    if (result != GLSORT_OK)
        give(object);
    return result;
}

glsort_result glsort_composed_create_offline(struct composed* object,
                                             const struct glsort_limits* limits,
                                             const glsort_plan_desc* elements,
                                             const struct composition* composition,
                                             const struct call* call,
                                             glsort_result result)
{
    if (result == GLSORT_OK)
        result = glsort_plan_compose_offline(limits, elements, composition, call,
                                             &object->plan);
    if (result != GLSORT_OK)
        give(object);
    return result;
}

void glsort_composed_destroy(struct composed* object)
{
    if (object == NULL)
        return;
    glsort_plan_release(object->plan);
    give(object);
}

const char* glsort_composed_last_error(const struct composed* object, const char* none)
{
    return object == NULL ? none : glsort_plan_last_error(object->plan);
}

glsort_result glsort_composed_check_object(const struct composed* object,
                                           const char* call)
{
    if (object == NULL)
        return GLSORT_ERROR_ARGUMENT;
    const struct glsort_plan* plan = object->plan;
    if (plan->fate == NULL)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                               "%s: the context of this %s was %s", call,
                               object->kind->run->noun, plan->fate);
}

glsort_result glsort_composed_check(const struct composed* object, const void* args,
                                    const char* call)
{
    if (object == NULL)
        return GLSORT_ERROR_ARGUMENT;
    const struct glsort_plan* plan = object->plan;
    glsort_result result = glsort_composed_check_object(object, call);
    if (result != GLSORT_OK)
        return result;
    if (plan->context == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: an offline %s cannot run", call,
                                   object->kind->run->noun);
    if (plan->open)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: a run of this %s is open; end it first", call,
                                   object->kind->run->noun);
    if (args == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: args is NULL", call);
    return GLSORT_OK;
}

glsort_result glsort_composed_take_arguments(const struct run_arguments* r,
                                             const char* call, uint32_t consumers)
{
    const struct run_call checked = {
        .call = call, .what = r->kind->noun, .plan = r->plan};
    glsort_result result = glsort_arguments_check_run(&checked, r->count, consumers);
    return result == GLSORT_OK ? glsort_arguments_take(r, call) : result;
}

static void build(struct composed* object, const struct composed_run* run)
{
    if (run->reshaped)
        object->plan->core.built = false;
    glsort_plan_build_run(object->plan, run->count, run->in_place);
}

void glsort_composed_run(struct composed* object, const struct composed_run* run)
{
    build(object, run);
    glsort_plan_run_built(object->plan, run->consumers);
}

void glsort_composed_begin(struct composed* object, const struct composed_run* run)
{
    build(object, run);
    glsort_plan_begin_built(object->plan, run->consumers);
}
