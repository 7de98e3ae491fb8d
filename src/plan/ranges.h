// SPDX-License-Identifier: MIT
// Where the elements of a resource are, for bindings, checks and plan output.
#ifndef GLSORT_RANGES_H
#define GLSORT_RANGES_H

#include "algorithm.h"
#include "schedule.h"

struct range {
    uint64_t offset;        // of the first element, bytes
    uint32_t count;         // elements
    uint32_t element_bytes; // of one element
    uint32_t stride_bytes;  // from one element to the next, at least element_bytes
};

// Bytes from the first byte of the first element to the last byte of the last one.
static inline uint64_t range_length(const struct range* r)
{
    return r->count == 0 ? 0
                         : (uint64_t)(r->count - 1) * r->stride_bytes + r->element_bytes;
}

// Words between two elements; 0 if they are packed.
static inline uint32_t range_gap(const struct range* r)
{
    return (r->stride_bytes - r->element_bytes) / 4;
}

// The range of `count` keys or values in one of the caller's slots, at offset 0. Only
// the inputs have strides.
struct range glsort_range_of(const struct sort_desc* desc, uint8_t slot, uint32_t count);

// Applies the strides of the caller's inputs to a complete schedule for `count` elements:
// to the ranges of bindings of the inputs, and on compute to the parameters.
void glsort_ranges_apply(struct schedule* s, const struct sort_desc* desc,
                         uint32_t count);

#endif
