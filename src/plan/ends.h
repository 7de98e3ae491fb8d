// SPDX-License-Identifier: MIT
// Where the elements of a sort are, for bindings, checks and plan output; and sorts
// between any two places of a larger schedule.
#ifndef GLSORT_ENDS_H
#define GLSORT_ENDS_H

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

// The ends of a sort of the caller's elements: of the slots KEYS and VALUES.
struct ends glsort_ends_of_caller(const struct sort_desc* desc);

// The end of the sort that is in the slot; or words in a slot of the plan.
struct place glsort_place_of(const struct sort_desc* desc, uint8_t slot);

// Binds words, or wider elements, of a slot as a storage block.
void glsort_bind_elements(struct pass* p, const struct sort_desc* desc, uint8_t slot,
                          uint32_t count, uint32_t access, uint8_t unit, size_t base);

// Which of the sorts in a schedule one is. Of scratch from `shared_from` on, it shares
// what it declares with the same name and size. A sort inside a sort is part of that.
struct sort_part {
    uint8_t number; // pass.part
    uint32_t shared_from;
};

// Appends the passes of a sort between the places of desc->ends.
void glsort_add_sort(struct schedule* s, const struct algorithm* algorithm,
                     const struct sort_desc* desc, const struct glsort_limits* limits,
                     uint32_t count, struct sort_part part);

#endif
