// SPDX-License-Identifier: MIT
// The checks of the arguments of a plan's runs and peeks; all of them come before any
// change.
#ifndef GLSORT_RUN_CHECKS_H
#define GLSORT_RUN_CHECKS_H

#include "checks.h"

// Checks the arguments of glsort_run() or glsort_begin() and sets the slots; plan and
// args may be NULL.
glsort_result glsort_run_take(struct glsort_plan* plan, const glsort_run_args* args,
                              const char* call);

// The arguments of a run, for the walk over the table of sorts.
struct run_arguments glsort_run_arguments(struct glsort_plan* plan,
                                          const glsort_run_args* args, uint32_t count);

// The count that the passes are sized for: max_count if the count is on the GPU.
uint32_t glsort_run_count(const struct glsort_plan* plan, const glsort_run_args* args);

// True if keys_out is the same as keys_in, or values_out the same as values_in.
bool glsort_run_is_in_place(const struct glsort_plan* plan, const glsort_run_args* args);

// The same for a peek into an open run.
glsort_result glsort_peek_take(struct glsort_plan* plan, const glsort_peek_args* args);

#endif
