// SPDX-License-Identifier: MIT
#include "buffer_checks.h"

static glsort_result check_kind(const struct glsort_plan* plan,
                                const struct caller_buffer* b,
                                const struct buffer_use* use)
{
    GLuint name = use->name;
    if (!b->exists)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is %u, which is not a buffer of the current GL "
            "context; was the %s created in another one?",
            use->call, use->field, name, use->owner);
    if (b->mapped)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is buffer %u, which is mapped; only persistent mappings are allowed",
            use->call, use->field, name);
    if (b->indices)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s is buffer %u, which was bound to GL_ELEMENT_ARRAY_BUFFER: WebGL lets "
            "such a buffer hold nothing but indices from the CPU; use a texture and "
            "texelFetch, or another buffer as a vertex attribute",
            use->call, use->field, name);
    return GLSORT_OK;
}

glsort_result glsort_check_buffer_object(const struct glsort_plan* plan,
                                         struct caller_bindings* bindings,
                                         const struct buffer_use* use)
{
    const struct device* d = plan->executor.device;
    GLuint name = use->name;
    if (glsort_caller_knows(d, name, GL_BUFFER, use->end))
        return GLSORT_OK;
    struct caller_buffer b = glsort_caller_buffer(bindings, d, name);
    glsort_result result = check_kind(plan, &b, use);
    if (result == GLSORT_OK && use->end > b.bytes)
        result = glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "%s: %s is a buffer of %llu bytes, but %s at offset %llu %s at %llu",
            use->call, use->field, (unsigned long long)b.bytes, use->elements,
            (unsigned long long)use->offset, use->number == 1 ? "ends" : "end",
            (unsigned long long)use->end);
    if (result == GLSORT_OK)
        glsort_caller_learn(d, name, GL_BUFFER, b.bytes);
    return result;
}
