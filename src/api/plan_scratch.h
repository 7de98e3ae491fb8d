// SPDX-License-Identifier: MIT
// The caller's scratch of plans and orders: the checks of a run that uses it.
#ifndef GLSORT_PLAN_SCRATCH_H
#define GLSORT_PLAN_SCRATCH_H

#include "handles.h"

// The checks before a run: the scratch is set, exists, and no open run uses it. Entry
// point `call` is for error sentences.
glsort_result glsort_scratch_check_run(const struct glsort_plan* plan, const char* call);

// True if these bytes of the buffer overlap the scratch that is set for the plan.
bool glsort_scratch_overlaps(const struct glsort_plan* plan, GLuint buffer,
                             uint64_t first, uint64_t bytes);

// Sets it, after the checks of the handle.
glsort_result glsort_scratch_set(struct glsort_plan* plan, const glsort_resource* scratch,
                                 const char* call);

#endif
