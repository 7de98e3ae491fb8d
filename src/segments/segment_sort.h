// SPDX-License-Identifier: MIT
// The sort of every segment by itself, of keys and values of one word: an algorithm, so
// that wide_sort.c composes sorts of wider elements from it. A composition prepares the
// segments (segments_build.c), and the descriptor names them (sort_desc.what).
//
// Short segments are sorted by ranks in a single pass. Long ones are sorted tile by tile
// and merged.
#ifndef GLSORT_SEGMENT_SORT_H
#define GLSORT_SEGMENT_SORT_H

#include "algorithm.h"

// What the segments of a schedule are, and the slots that hold them.
struct marked_segments {
    uint32_t max_length; // at most max_count
    uint32_t nearest;    // elements of a segment that are written
    bool fills;          // positions of no segment get their own index as their value
    uint8_t heads;
    uint8_t state;
    uint8_t tiles; // of long segments
};

extern const struct algorithm glsort_segment_sort;

bool glsort_segments_can_be_long(const struct marked_segments* segments);

#endif
