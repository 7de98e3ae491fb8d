// SPDX-License-Identifier: MIT
// Scratch that the caller owns. It is bound only as storage blocks, and every run on
// compute ends with a barrier for these, so a run starts on coherent memory whichever
// plan used it before.
#include "plan_scratch.h"

#include <glsort/glsort_load.h>

#include "caller.h"
#include "counting.h"

static bool wants_scratch(const struct glsort_plan* plan)
{
    return (plan->core.flags & GLSORT_CALLER_SCRATCH) != 0;
}

uint64_t glsort_plan_scratch_bytes(const glsort_plan* plan)
{
    return plan == NULL ? 0 : plan->core.scratch.bytes;
}

// ---- checks ---------------------------------------------------------------------------

static glsort_result check_resource(const struct glsort_plan* plan,
                                    const glsort_resource* scratch, const char* call)
{
    uint32_t alignment = plan->core.limits.storage_alignment;
    uint64_t needed = plan->core.scratch.bytes;
    if (!wants_scratch(plan))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: created without GLSORT_CALLER_SCRATCH, this plan has scratch of its own",
            call);
    if (scratch->width != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: scratch has a width (%u), but is a buffer", call,
                                   scratch->width);
    if (scratch->name == 0 && scratch->offset != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: scratch has an offset (%llu), but no name", call,
                                   (unsigned long long)scratch->offset);
    if (scratch->offset % alignment != 0)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "%s: scratch.offset %llu is not a multiple of %u, the alignment of storage "
            "buffers on this device",
            call, (unsigned long long)scratch->offset, alignment);
    if (!range_ends_by(scratch->offset, needed, PTRDIFF_MAX))
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: scratch.offset %llu plus %llu bytes exceeds the "
                                   "largest byte offset of GL, %llu",
                                   call, (unsigned long long)scratch->offset,
                                   (unsigned long long)needed,
                                   (unsigned long long)PTRDIFF_MAX);
    return GLSORT_OK;
}

static glsort_result check_buffer(const struct glsort_plan* plan,
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

static glsort_result check_object(const struct glsort_plan* plan,
                                  const glsort_resource* scratch, const char* call)
{
    const struct device* d = plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    if (d->clobbers_state)
        return GLSORT_OK;
    struct caller_buffer b = glsort_caller_buffer(&bindings, d, scratch->name);
    glsort_caller_restore(&bindings, d);
    return check_buffer(plan, scratch, &b, call);
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
    return result == GLSORT_OK ? check_object(plan, scratch, call) : result;
}

// ---- setting --------------------------------------------------------------------------

static glsort_result check_set(const struct glsort_plan* plan,
                               const glsort_resource* scratch, const char* call)
{
    glsort_result result = glsort_plan_check_runnable(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (scratch == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: scratch is NULL", call);
    result = check_resource(plan, scratch, call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, call);
    return result == GLSORT_OK && scratch->name != 0 ? check_object(plan, scratch, call)
                                                     : result;
}

glsort_result glsort_scratch_set(struct glsort_plan* plan, const glsort_resource* scratch,
                                 const char* call)
{
    glsort_result result = check_set(plan, scratch, call);
    if (result != GLSORT_OK)
        return result;
    const struct caller_scratch* layout = &plan->core.scratch;
    plan->scratch = *scratch;
    for (uint32_t i = 0; i < MAX_SCRATCH; ++i) {
        struct slot_object* object = &plan->executor.slots[SLOT_SCRATCH + i];
        if (!layout->of_caller[i])
            continue;
        object->name = scratch->name;
        object->offset = scratch->offset + layout->at[i];
    }
    return GLSORT_OK;
}

glsort_result glsort_plan_set_scratch(glsort_plan* plan, const glsort_resource* scratch)
{
    const char* call = "glsort_plan_set_scratch";
    glsort_result result = glsort_plan_check(plan, call);
    return result == GLSORT_OK ? glsort_scratch_set(plan, scratch, call) : result;
}
