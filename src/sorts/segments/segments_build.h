// SPDX-License-Identifier: MIT
// The passes of a segmented sort. On compute: clear, mark the segments, sort them.
// Marking leaves a bit for the first element of every segment, so the sort divides its
// work by elements. On fragments: upload the offsets, if there are any, and sort twice,
// or four times by more than 32 bits (segment_draws.c).
#ifndef GLSORT_SEGMENTS_BUILD_H
#define GLSORT_SEGMENTS_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// Slots of the caller's resources, in orders of segments too.
enum segments_slot { SLOT_OFFSETS_IN = SLOT_OF_RECIPE, SLOT_SEGMENT_COUNT_IN };

struct segments {
    glsort_segments_desc desc; // with its defaults
    uint32_t segment_count;    // of the schedule; on the GPU: max_segments
};

// The compute passes as an algorithm, for other recipes: sort_desc.what is a struct
// segments with only desc.max_segments, desc.max_length and segment_count set. The
// offsets are in SLOT_OFFSETS_IN, the counts of elements and of segments on the CPU.
extern const struct algorithm glsort_segmented_sort;

#endif
