// SPDX-License-Identifier: MIT
// Entry points for contexts, limits and errors: argument checks, and the life of a
// context.
#include <glsort/glsort_inspect.h>

#include "handles.h"
#include "desc.h"

#include <stdio.h>
#include <string.h>

#include "state.h"

const char* glsort_result_name(glsort_result result)
{
#define NAME(R)                                                                          \
    case R: return #R
    switch (result) {
        NAME(GLSORT_OK);
        NAME(GLSORT_NOT_READY);
        NAME(GLSORT_UNAVAILABLE);
        NAME(GLSORT_ERROR_ARGUMENT);
        NAME(GLSORT_ERROR_RANGE);
        NAME(GLSORT_ERROR_STATE);
        NAME(GLSORT_ERROR_LOADER);
        NAME(GLSORT_ERROR_CONTEXT);
        NAME(GLSORT_ERROR_UNSUPPORTED);
        NAME(GLSORT_ERROR_LIMIT);
        NAME(GLSORT_ERROR_SHADER);
        NAME(GLSORT_ERROR_HOST_MEMORY);
        NAME(GLSORT_ERROR_DEVICE_MEMORY);
    }
#undef NAME
    return "unknown glsort_result";
}

#define TEXT_OF(X) #X
#define TEXT(X) TEXT_OF(X)

const char* glsort_version(void)
{
    return TEXT(GLSORT_VERSION_MAJOR) "." TEXT(GLSORT_VERSION_MINOR) "." TEXT(
        GLSORT_VERSION_PATCH);
}

static glsort_result check_desc(const glsort_context_desc* desc, struct message* m)
{
    if ((desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
        return glsort_message_fail(
            m, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: the allocator needs both functions or "
            "neither");
    if (desc->programs == NULL && desc->programs_bytes != 0)
        return glsort_message_fail(
            m, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: programs_bytes is %llu, but programs is NULL",
            (unsigned long long)desc->programs_bytes);
    uint32_t rules = GLSORT_CONTEXT_CLOBBERS_STATE | GLSORT_CONTEXT_RESETS_STATE |
                     GLSORT_CONTEXT_KEEPS_STATE;
    uint32_t rule = desc->flags & rules;
    uint32_t others = GLSORT_CONTEXT_DEBUG | GLSORT_CONTEXT_USES_POLYGON_MODE |
                      GLSORT_CONTEXT_COMPILER_THREADS;
    if ((desc->flags & ~(rules | others)) != 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   "glsort_context_create: flags 0x%x has unknown bits",
                                   desc->flags);
    if ((rule & (rule - 1)) != 0)
        return glsort_message_fail(
            m, GLSORT_ERROR_ARGUMENT,
            "glsort_context_create: flags 0x%x has more than one of KEEPS_STATE, "
            "RESETS_STATE and CLOBBERS_STATE",
            desc->flags);
    return GLSORT_OK;
}

static glsort_result open_device(glsort_context* c, const glsort_context_desc* desc,
                                 const char* defines, struct message* m)
{
    glsort_result result = glsort_device_open(&c->device, desc, m);
    if (result != GLSORT_OK)
        return result;
    result =
        glsort_programs_open(&c->programs, &c->device, desc, defines, &c->allocator, m);
    if (result == GLSORT_OK)
        return GLSORT_OK;
    glsort_device_delete(&c->device);
    glsort_device_release(&c->device);
    return result;
}

static glsort_result open_context(const glsort_context_desc* desc, const char* defines,
                                  glsort_context** context, struct message* m)
{
    glsort_result result = check_desc(desc, m);
    if (result != GLSORT_OK)
        return result;
    glsort_allocator allocator = glsort_memory_allocator(&desc->allocator);
    glsort_context* c = glsort_memory_take(&allocator, sizeof *c);
    if (c == NULL)
        return glsort_message_fail(m, GLSORT_ERROR_HOST_MEMORY,
                                   "glsort_context_create: no host memory for %llu bytes",
                                   (unsigned long long)sizeof *c);
    c->allocator = allocator;
    result = glsort_choice_table_read(&c->table, desc->table, &allocator, m);
    if (result == GLSORT_OK)
        result = open_device(c, desc, defines, m);
    if (result != GLSORT_OK) {
        glsort_choice_table_release(&c->table, &allocator);
        glsort_memory_give(&allocator, c, sizeof *c);
        return result;
    }
    c->device.known = IS_BROWSER ? &c->known : NULL;
    *context = c;
    return GLSORT_OK;
}

glsort_result glsort_context_create(const glsort_context_desc* desc,
                                    glsort_context** context)
{
    return glsort_context_create_defining(desc, NULL, context);
}

glsort_result glsort_context_create_defining(const glsort_context_desc* desc,
                                             const char* defines,
                                             glsort_context** context)
{
    if (context != NULL)
        *context = NULL;
    if (desc == NULL)
        return GLSORT_ERROR_ARGUMENT;
    struct message m = {""};
    glsort_result result =
        context != NULL ? open_context(desc, defines, context, &m)
                        : glsort_message_fail(&m, GLSORT_ERROR_ARGUMENT,
                                              "glsort_context_create: context is NULL");
    glsort_message_copy(&m, desc->message, desc->message_bytes);
    return result;
}

static glsort_result open_offline(const glsort_limits* limits, glsort_context** context,
                                  const struct call* call)
{
    if (context == NULL || limits == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                context == NULL ? "context" : "limits");
    glsort_result result = glsort_limits_check(limits, call);
    if (result != GLSORT_OK)
        return result;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_context* c = glsort_memory_take(&allocator, sizeof *c);
    if (c == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %llu bytes",
                                (unsigned long long)sizeof *c);
    c->allocator = allocator;
    c->offline = true;
    c->device.limits = *limits;
    *context = c;
    return GLSORT_OK;
}

glsort_result glsort_context_create_offline(const glsort_limits* limits, char* message,
                                            size_t message_bytes,
                                            glsort_context** context)
{
    struct message m = {""};
    const struct call call = {"glsort_context_create_offline", &m};
    if (context != NULL)
        *context = NULL;
    glsort_result result = open_offline(limits, context, &call);
    glsort_message_copy(&m, message, message_bytes);
    return result;
}

bool glsort_context_deletes(const glsort_context* context, const char* name)
{
    const struct programs* p = &context->programs;
    char text[256];
    const char* trouble =
        context->offline ? NULL : glsort_device_trouble(&context->device, true);
    if (trouble != NULL && p->log != NULL) {
        snprintf(text, sizeof text,
                 "%s: %s; GL objects are not deleted: they stay until their GL context "
                 "goes",
                 name, trouble);
        p->log(p->log_user, GLSORT_SEVERITY_WARNING, text);
    }
    return !context->offline && trouble == NULL;
}

static void close_context(glsort_context* context, const char* fate, bool deletes_objects)
{
    glsort_allocator allocator = context->allocator;
    while (context->plans != NULL)
        glsort_plan_detach(context->plans, fate, deletes_objects);
    if (deletes_objects) {
        glsort_programs_delete(&context->programs, &context->device);
        glsort_device_delete(&context->device);
    }
    glsort_programs_release(&context->programs);
    glsort_device_release(&context->device);
    glsort_choice_table_release(&context->table, &allocator);
    glsort_memory_give(&allocator, context, sizeof *context);
}

void glsort_context_destroy(glsort_context* context)
{
    if (context != NULL)
        close_context(context, "destroyed",
                      glsort_context_deletes(context, "glsort_context_destroy"));
}

void glsort_context_abandon(glsort_context* context)
{
    if (context != NULL)
        close_context(context, "abandoned", false);
}

const char* glsort_last_error(const glsort_context* context)
{
    return context == NULL ? "no glsort context" : context->message.text;
}

glsort_result glsort_context_leave(glsort_context* context, const glsort_left_state* left)
{
    const uint32_t known = GLSORT_LEFT_BLEND | GLSORT_LEFT_CULL_FACE |
                           GLSORT_LEFT_DEPTH_TEST | GLSORT_LEFT_SCISSOR_TEST |
                           GLSORT_LEFT_STENCIL_TEST;
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    struct message* m = &context->message;
    if (left == NULL)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   "glsort_context_leave: left is NULL");
    if (!context->device.resets_state)
        return glsort_message_fail(m, GLSORT_ERROR_STATE,
                                   "glsort_context_leave: this context does not have "
                                   "GLSORT_CONTEXT_RESETS_STATE");
    if ((left->enabled & ~known) != 0)
        return glsort_message_fail(m, GLSORT_ERROR_ARGUMENT,
                                   "glsort_context_leave: enabled 0x%x has unknown bits",
                                   left->enabled);
    if (left->viewport[2] < 0 || left->viewport[3] < 0)
        return glsort_message_fail(m, GLSORT_ERROR_RANGE,
                                   "glsort_context_leave: viewport size %d x %d is "
                                   "negative",
                                   left->viewport[2], left->viewport[3]);
    context->device.left = *left;
    return GLSORT_OK;
}

void glsort_context_recheck(glsort_context* context)
{
    if (context != NULL)
        memset(&context->known, 0, sizeof context->known);
}

glsort_result glsort_context_programs(glsort_context* context, void* data, size_t* bytes)
{
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (bytes == NULL)
        return glsort_message_fail(&context->message, GLSORT_ERROR_ARGUMENT,
                                   "glsort_context_programs: bytes is NULL");
    if (!context->offline) {
        const struct call call = context_call(context, "glsort_context_programs");
        glsort_result result = glsort_device_check_current(&context->device, &call);
        if (result != GLSORT_OK)
            return result;
    }
    return glsort_programs_save(&context->programs, &context->device, data, bytes,
                                &context->message);
}

void glsort_context_limits(const glsort_context* context, glsort_limits* limits)
{
    if (limits == NULL)
        return;
    if (context == NULL)
        memset(limits, 0, sizeof *limits);
    else
        *limits = context->device.limits;
}

glsort_result glsort_limits_minimum(uint32_t version, int is_gles, glsort_limits* limits)
{
    if (limits == NULL || !glsort_device_minimum(version, is_gles != 0, limits))
        return GLSORT_ERROR_ARGUMENT;
    return GLSORT_OK;
}
