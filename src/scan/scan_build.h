// SPDX-License-Identifier: MIT
// The passes of a scan: reduce each tile to its sum, scan the sums, add them to the tiles
// (G. E. Blelloch, "Prefix Sums and Their Applications", 1990). Or a chain, in which a
// single pass does all three (scan_chain.comp), after one that clears its table.
#ifndef GLSORT_SCAN_BUILD_H
#define GLSORT_SCAN_BUILD_H

#include <glsort/glsort_parallel.h>

#include "plan_core.h"

struct scan {
    glsort_scan_desc desc; // with its method chosen
    bool total;            // of the schedule: it writes SLOT_TOTAL_OUT
};

// Checks a descriptor and copies it to *filled with a method.
glsort_result glsort_scan_fill(const glsort_scan_desc* desc,
                               const struct glsort_limits* limits,
                               glsort_scan_desc* filled, const struct call* call);

// What the words are, for glsort_plan_core_compose().
glsort_plan_desc glsort_scan_elements(const glsort_scan_desc* desc);

// The composition; *scan must outlive it.
struct composition glsort_scan_composition(const struct scan* scan);

#endif
