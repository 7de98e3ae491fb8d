// SPDX-License-Identifier: MIT
// Builders of the bitonic network, each for one or two methods, and what they share.
#ifndef GLSORT_BITONIC_BUILD_H
#define GLSORT_BITONIC_BUILD_H

#include "algorithm.h"
#include "counting.h"
#include "shared/bitonic.h"

// ---- compute --------------------------------------------------------------------------
//
// All compute forms sort in place: keys in the caller's keys output, or in a scratch
// buffer if the sort discards them and takes several passes; indices in the caller's
// values output, or in a scratch buffer if there are no values. The first pass copies the
// caller's values and the last one gathers from the copy; a single pass gathers from the
// caller's values.

struct bitonic_build {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;  // sizes the passes; a count on the GPU may be smaller
    uint64_t bytes;  // of count words
    uint8_t keys;    // slot of the keys between passes
    uint8_t indices; // slot of the indices, or SLOT_NONE without indices
    uint8_t values;  // slot of the copy of the values, or SLOT_NONE
};

// Begins a sort, and declares its scratch buffers. Sorts of more than `single_pass_most`
// elements take several passes. Without values there are indices only if always_indices.
struct bitonic_build glsort_bitonic_start(const struct sort_desc* desc, uint32_t count,
                                          uint32_t single_pass_most, bool always_indices,
                                          struct schedule* s);

// Adds a pass over all elements, in place unless it is the first, and sets its bindings,
// key maps and flags. The caller binds the count, sets the other parameters and calls
// glsort_pass_params.
struct pass* glsort_bitonic_pass(struct bitonic_build* b, const char* label,
                                 uint16_t shader, bool first, bool last,
                                 struct bitonic_params* params);

// Log2 of the elements of the largest tile of blocks for which the device has room.
uint32_t glsort_bitonic_largest_log(const struct sort_desc* desc);

void glsort_bitonic_build_blocks(const struct sort_desc* desc, uint32_t count,
                                 struct schedule* s);

void glsort_bitonic_build_two_kernels(const struct sort_desc* desc, uint32_t count,
                                      struct schedule* s);

void glsort_bitonic_build_lone(const struct sort_desc* desc, uint32_t count,
                               struct schedule* s);

// ---- fragment -------------------------------------------------------------------------

void glsort_bitonic_build_draws(const struct sort_desc* desc, uint32_t count,
                                struct schedule* s);

#endif
