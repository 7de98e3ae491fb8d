// SPDX-License-Identifier: MIT
// Read by C and by GLSL: keys of two words, values of several words, and bit ranges.
// Elements are sorted by up to 32 bits of the key at a time and then gathered.
#ifndef GLSORT_SHARED_WIDE_H
#define GLSORT_SHARED_WIDE_H

#include "shared/common.h"

#define WIDE_GROUP 256
#define WIDE_ITEMS 4
#define WIDE_TILE 1024 // WIDE_GROUP * WIDE_ITEMS

#define WIDE_ORDERED 1u      // reads elements by index; otherwise in their own order
#define WIDE_KEEP_REST 2u    // fragment: keeps the caller's words beyond the count
#define WIDE_MAKE_INDICES 4u // elements are 0 .. count - 1 instead of being read

// Binding points of the compute passes.
#define WIDE_FROM 0
#define WIDE_ORDER 1
#define WIDE_TO 2

struct wide_params {
    uint from_base; // compute: words before the first element; fragment: texture width
    uint from_gap; // words between two elements
    uint order_base;
    uint flags;     // WIDE_*
    uint to_base;
    uint word_log;  // an element has 1 << word_log words
    uint texel_log; // fragment: a texel of the source has 1 << texel_log words
    uint width_log; // fragment: of the plan's own target
    uint high_negative; // key maps, see lib/wide.glsl
    uint high_positive;
    uint low_negative;
    uint low_positive;
    uint shift; // lowest bit of the mapped key to extract
    uint mask;  // bits to keep after the shift
    uint cover; // fragment: see cover_count.vert
    uint merges; // fragment: 0, which cover_count.vert reads as no merges
};

#endif
