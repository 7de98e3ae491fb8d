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
    return result == GLSORT_OK && scratch->name != 0
               ? glsort_scratch_check_object(plan, scratch, call)
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
