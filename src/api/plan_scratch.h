// SPDX-License-Identifier: MIT
// The caller's scratch of plans and orders: the checks of a run that uses it.
#ifndef GLSORT_PLAN_SCRATCH_H
#define GLSORT_PLAN_SCRATCH_H

#include "handles.h"

// Sets it, after the checks of the handle.
glsort_result glsort_scratch_set(struct glsort_plan* plan, const glsort_resource* scratch,
                                 const char* call);

#endif
