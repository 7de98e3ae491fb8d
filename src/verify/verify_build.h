// SPDX-License-Identifier: MIT
// The passes of a check of a sort's output: look at the elements, write the result.
#ifndef GLSORT_VERIFY_BUILD_H
#define GLSORT_VERIFY_BUILD_H

#include <glsort/glsort_parallel.h>

#include "plan_core.h"

glsort_result glsort_verify_check(const glsort_verify_desc* desc,
                                  const struct glsort_limits* limits,
                                  const struct call* call);

// True if a check of at least one element reads this resource.
bool glsort_verify_has_keys_in(const glsort_verify_desc* desc);
bool glsort_verify_has_keys_out(const glsort_verify_desc* desc);
bool glsort_verify_has_values_in(const glsort_verify_desc* desc);

// What was sorted, for glsort_plan_core_compose(), which refuses strides and ranges of
// bits that do not fit.
glsort_plan_desc glsort_verify_elements(const glsort_verify_desc* desc);

// The composition; *desc must outlive it.
struct composition glsort_verify_composition(const glsort_verify_desc* desc);

#endif
