// SPDX-License-Identifier: MIT
// What every call checks before its arguments: the state of the handle, the GL context,
// and the caller's scratch, which is set here, too. Scratch is bound only as storage
// blocks, and every run on compute ends with a barrier for these, so a run starts on
// coherent memory whichever plan used it before.
#include "caller.h"
#include "counting.h"
#include "handles.h"

// ---- the handle -----------------------------------------------------------------------

glsort_result glsort_plan_check(const struct glsort_plan* plan, const struct call* call)
{
    if (plan == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (plan->fate == NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_STATE, "the context of this plan was %s",
                            plan->fate);
}

glsort_result glsort_plan_check_finished(const struct glsort_plan* plan,
                                         const struct call* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK || plan->finished)
        return result;
    return glsort_call_fail(call, GLSORT_ERROR_STATE,
                            "the creation in steps is not finished: poll until it is, or "
                            "finish it");
}

glsort_result glsort_plan_check_runnable(const struct glsort_plan* plan,
                                         const struct call* call)
{
    glsort_result result = glsort_plan_check_finished(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (plan->context->offline)
        return glsort_call_fail(call, GLSORT_ERROR_STATE, "an offline plan cannot run");
    if (plan->open)
        return glsort_call_fail(call, GLSORT_ERROR_STATE,
                                "a run of this plan is open; end it first");
    return GLSORT_OK;
}

// ---- the context ----------------------------------------------------------------------

glsort_result glsort_plan_check_context(const struct glsort_plan* plan,
                                        const struct call* call)
{
    return glsort_device_check_current(plan->executor.device, call);
}

glsort_result glsort_plan_check_modes(const struct glsort_plan* plan,
                                      const struct call* call)
{
    glsort_result result = glsort_plan_check_context(plan, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_device_check_modes(plan->executor.device, plan_is_fragment(plan), call);
}

// ---- the caller's scratch -------------------------------------------------------------

// With GL: the buffer exists, is not mapped and is large enough.
static glsort_result check_buffer(const struct glsort_plan* plan,
                                  const glsort_resource* scratch, const struct call* call)
{
    const struct device* d = plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    uint64_t needed = plan->core.caller_scratch.bytes;
    if (d->clobbers_state)
        return GLSORT_OK;
    struct caller_buffer b = glsort_caller_buffer(&bindings, d, scratch->name);
    glsort_caller_restore(&bindings, d);
    if (!b.exists)
        return glsort_call_fail(
            call, GLSORT_ERROR_ARGUMENT,
            "the scratch is %u, which is not a buffer of the current GL context",
            scratch->name);
    if (b.mapped)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "the scratch is buffer %u, which is mapped; only "
                                "persistent mappings are allowed",
                                scratch->name);
    if (scratch->offset + needed <= b.bytes)
        return GLSORT_OK;
    uint64_t left = b.bytes > scratch->offset ? b.bytes - scratch->offset : 0;
    return glsort_call_fail(
        call, GLSORT_ERROR_RANGE,
        "the scratch needs %llu bytes, buffer %u has %llu from offset %llu on",
        (unsigned long long)needed, scratch->name, (unsigned long long)left,
        (unsigned long long)scratch->offset);
}

bool glsort_plan_scratch_overlaps(const struct glsort_plan* plan, GLuint buffer,
                                  uint64_t first, uint64_t bytes)
{
    return plan->scratch.name != 0 && plan->scratch.name == buffer &&
           ranges_overlap(plan->scratch.offset, plan->core.caller_scratch.bytes, first,
                          bytes);
}

glsort_result glsort_plan_check_scratch(const struct glsort_plan* plan,
                                        const struct call* call)
{
    const glsort_resource* scratch = &plan->scratch;
    uint64_t bytes = plan->core.caller_scratch.bytes;
    if (bytes == 0)
        return GLSORT_OK;
    if (scratch->name == 0)
        return glsort_call_fail(
            call, GLSORT_ERROR_STATE,
            "created with GLSORT_PLAN_CALLER_SCRATCH, but no scratch is "
            "set; %llu bytes are needed",
            (unsigned long long)bytes);
    for (const struct glsort_plan* p = plan->context->plans; p != NULL; p = p->next)
        if (p != plan && p->open &&
            glsort_plan_scratch_overlaps(p, scratch->name, scratch->offset, bytes))
            return glsort_call_fail(
                call, GLSORT_ERROR_STATE,
                "the scratch, %llu bytes of buffer %u at offset %llu, is in use by the "
                "open run of another plan; end that first",
                (unsigned long long)bytes, scratch->name,
                (unsigned long long)scratch->offset);
    glsort_result result = glsort_plan_check_context(plan, call);
    return result == GLSORT_OK ? check_buffer(plan, scratch, call) : result;
}

// Without GL.
static glsort_result check_resource(const struct glsort_plan* plan,
                                    const glsort_resource* scratch,
                                    const struct call* call)
{
    uint32_t alignment = plan->core.limits.storage_alignment;
    uint64_t needed = plan->core.caller_scratch.bytes;
    if (scratch == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "scratch is NULL");
    if ((plan->core.flags & GLSORT_PLAN_CALLER_SCRATCH) == 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "created without GLSORT_PLAN_CALLER_SCRATCH, this plan "
                                "has scratch of its own");
    if (scratch->width != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "scratch has a width (%u), but is a buffer",
                                scratch->width);
    if (scratch->name == 0 && scratch->offset != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "scratch has an offset (%llu), but no name",
                                (unsigned long long)scratch->offset);
    if (scratch->offset % alignment != 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "scratch.offset %llu is not a multiple of %u, the "
                                "alignment of storage buffers on this device",
                                (unsigned long long)scratch->offset, alignment);
    if (!range_ends_by(scratch->offset, needed, PTRDIFF_MAX))
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "scratch.offset %llu plus %llu bytes exceeds the largest "
                                "byte offset of GL, %llu",
                                (unsigned long long)scratch->offset,
                                (unsigned long long)needed,
                                (unsigned long long)PTRDIFF_MAX);
    return GLSORT_OK;
}

uint64_t glsort_plan_scratch_bytes(const glsort_plan* plan)
{
    return plan == NULL ? 0 : plan->core.caller_scratch.bytes;
}

glsort_result glsort_plan_set_scratch(glsort_plan* plan, const glsort_resource* scratch)
{
    const struct call call = plan_call(plan, "glsort_plan_set_scratch");
    glsort_result result = glsort_plan_check_runnable(plan, &call);
    if (result == GLSORT_OK)
        result = check_resource(plan, scratch, &call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, &call);
    if (result == GLSORT_OK && scratch->name != 0)
        result = check_buffer(plan, scratch, &call);
    if (result != GLSORT_OK)
        return result;
    const struct caller_scratch* layout = &plan->core.caller_scratch;
    plan->scratch = *scratch;
    for (uint32_t i = 0; i < MAX_SCRATCH; ++i)
        if (layout->of_caller[i]) {
            struct slot_object* object = &plan->executor.slots[SLOT_SCRATCH + i];
            object->name = scratch->name;
            object->offset = scratch->offset + layout->at[i];
        }
    return GLSORT_OK;
}
