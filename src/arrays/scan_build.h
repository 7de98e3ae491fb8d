// SPDX-License-Identifier: MIT
// The passes of a scan: reduce each tile to its sum, scan the sums, add them to the tiles
// (G. E. Blelloch, "Prefix Sums and Their Applications", 1990).
#ifndef GLSORT_SCAN_BUILD_H
#define GLSORT_SCAN_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// shape.options: the run writes SLOT_TOTAL_OUT.
enum { SCAN_TOTAL_OUT = 1 };

// See recipe.h. `what` is a glsort_scan_desc.
glsort_result glsort_scan_fill(const void* desc, const struct glsort_limits* limits,
                               void* what, const struct call* call);
glsort_sort_desc glsort_scan_elements(const void* what);
void glsort_scan_build(const void* what, const struct plan_core* core,
                       const struct shape* shape, struct schedule* s);

#endif
