// SPDX-License-Identifier: MIT
// What every call checks before its arguments: the state of the handle, the GL context,
// and the scratch of a run.
#include "caller.h"
#include "counting.h"
#include "handles.h"

// ---- the handle -----------------------------------------------------------------------

glsort_result glsort_plan_check(const struct glsort_plan* plan, const char* call)
{
    if (plan == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (plan->fate == NULL)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                               "%s: the context of this plan was %s", call, plan->fate);
}

glsort_result glsort_plan_check_own(const struct glsort_plan* plan, const char* call)
{
    if (plan->core.composition.build == NULL)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                               "%s: this plan is part of an order or a segmented sort; "
                               "call the function of that object",
                               call);
}

glsort_result glsort_plan_check_finished(const struct glsort_plan* plan, const char* call)
{
    if (plan->context == NULL || plan->finished)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                               "%s: the creation in steps is not finished: poll until it "
                               "is, or finish it",
                               call);
}

glsort_result glsort_plan_check_runnable(const struct glsort_plan* plan, const char* call)
{
    glsort_result result = glsort_plan_check_finished(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (plan->context == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: an offline plan cannot run", call);
    if (plan->open)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: a run of this plan is open; end it first", call);
    return GLSORT_OK;
}

// ---- the context ----------------------------------------------------------------------

// An unfinished plan has no object but its programs, of which at least the first one is
// started or linked.
static bool has_own_programs(const struct glsort_plan* plan)
{
    const struct programs* programs = &plan->context->programs;
    for (uint32_t i = 0; i < plan->program_count; ++i) {
        struct program_id id = plan->programs[i];
        GLuint linked = programs->names[id.shader][id.variant];
        GLuint name =
            linked != 0 ? linked : programs->started[id.shader][id.variant].name;
        if (name != 0 && !plan->executor.device->gl.IsProgram(name))
            return false;
    }
    return true;
}

// In a GL context that shares objects with the plan's, the plan's buffers exist too.
// Vertex arrays are never shared, so on the fragment backend the plan's vertex array
// tells the two apart.
glsort_result glsort_plan_check_context(const struct glsort_plan* plan, const char* call)
{
    const struct device* d = plan->executor.device;
    const struct resources* r = &plan->resources;
    const struct call named = {call, plan->message};
    if (d->clobbers_state)
        return GLSORT_OK;
    glsort_result result = glsort_device_check_current(d, &named);
    if (result != GLSORT_OK || IS_BROWSER)
        return result;
    bool is_own = plan->finished
                      ? d->gl.IsBuffer(r->uniforms) &&
                            (r->vertex_array == 0 || d->gl.IsVertexArray(r->vertex_array))
                      : has_own_programs(plan);
    if (is_own)
        return GLSORT_OK;
    return glsort_call_fail(
        &named, GLSORT_ERROR_CONTEXT,
        "the current GL context is not the one that the plan was created in");
}

glsort_result glsort_plan_check_modes(const struct glsort_plan* plan, const char* call)
{
    glsort_result result = glsort_plan_check_context(plan, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_device_check_modes(plan->executor.device, plan_is_fragment(plan),
                                     &(const struct call){call, plan->message});
}

// ---- the caller's scratch -------------------------------------------------------------

static glsort_result check_scratch(const struct glsort_plan* plan,
                                   const glsort_resource* scratch,
                                   const struct caller_buffer* b, const char* call)
{
    uint64_t needed = plan->core.scratch.bytes;
    if (!b->exists)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: the scratch is %u, which is not a buffer of the "
                                   "current GL context",
                                   call, scratch->name);
    if (b->mapped)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: the scratch is buffer %u, which is mapped; only "
                                   "persistent mappings are allowed",
                                   call, scratch->name);
    if (scratch->offset + needed > b->bytes)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "%s: the scratch needs %llu bytes, buffer %u has %llu from offset %llu on",
            call, (unsigned long long)needed, scratch->name,
            (unsigned long long)(b->bytes > scratch->offset ? b->bytes - scratch->offset
                                                            : 0),
            (unsigned long long)scratch->offset);
    return GLSORT_OK;
}

glsort_result glsort_scratch_check_object(const struct glsort_plan* plan,
                                          const glsort_resource* scratch,
                                          const char* call)
{
    const struct device* d = plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    if (d->clobbers_state)
        return GLSORT_OK;
    struct caller_buffer b = glsort_caller_buffer(&bindings, d, scratch->name);
    glsort_caller_restore(&bindings, d);
    return check_scratch(plan, scratch, &b, call);
}

bool glsort_scratch_overlaps(const struct glsort_plan* plan, GLuint buffer,
                             uint64_t first, uint64_t bytes)
{
    return plan->scratch.name != 0 && plan->scratch.name == buffer &&
           ranges_overlap(plan->scratch.offset, plan->core.scratch.bytes, first, bytes);
}

glsort_result glsort_scratch_check_run(const struct glsort_plan* plan, const char* call)
{
    const glsort_resource* scratch = &plan->scratch;
    uint64_t bytes = plan->core.scratch.bytes;
    if (bytes == 0)
        return GLSORT_OK;
    if (scratch->name == 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: created with GLSORT_CALLER_SCRATCH, but no "
                                   "scratch is set; %llu bytes are needed",
                                   call, (unsigned long long)bytes);
    for (const struct glsort_plan* p = plan->context->plans; p != NULL; p = p->next)
        if (p != plan && p->open &&
            glsort_scratch_overlaps(p, scratch->name, scratch->offset, bytes))
            return glsort_message_fail(
                plan->message, GLSORT_ERROR_STATE,
                "%s: the scratch, %llu bytes of buffer %u at offset %llu, is in use by "
                "the open run of another plan; end that first",
                call, (unsigned long long)bytes, scratch->name,
                (unsigned long long)scratch->offset);
    glsort_result result = glsort_plan_check_context(plan, call);
    return result == GLSORT_OK ? glsort_scratch_check_object(plan, scratch, call)
                               : result;
}
