// SPDX-License-Identifier: MIT
// What every call checks before its arguments: the state of the handle, and the GL
// context.
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
    return glsort_device_check_modes(plan->executor.device, plan_is_fragment(plan), call);
}
