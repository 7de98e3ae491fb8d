// SPDX-License-Identifier: MIT
// The passes of a plain sort and of its peeks: those of its algorithm, around which wide
// elements have more (wide_sort.h).
#ifndef GLSORT_SORT_BUILD_H
#define GLSORT_SORT_BUILD_H

#include "plan_core.h"

// See recipe.h; `what` is not used.
void glsort_sort_build(const void* what, const struct plan_core* core,
                       const struct shape* shape, struct schedule* s);
bool glsort_sort_peek(const void* what, const struct plan_core* core,
                      const struct peek_request* request, struct schedule* s);

#endif
