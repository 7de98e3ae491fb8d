// SPDX-License-Identifier: MIT
// The passes of a check of a sort's output: look at the elements, write the result.
#ifndef GLSORT_VERIFY_BUILD_H
#define GLSORT_VERIFY_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// See recipe.h. `what` is a glsort_verify_desc.
glsort_result glsort_verify_fill(const void* desc, const struct glsort_limits* limits,
                                 void* what, const struct call* call);
glsort_sort_desc glsort_verify_elements(const void* what);
void glsort_verify_build(const void* what, const struct plan_core* core,
                         const struct shape* shape, struct schedule* s);

// True if a check of at least one element reads this resource.
bool glsort_verify_has_keys_in(const glsort_verify_desc* desc);
bool glsort_verify_has_keys_out(const glsort_verify_desc* desc);
bool glsort_verify_has_values_in(const glsort_verify_desc* desc);

#endif
