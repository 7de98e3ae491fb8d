// SPDX-License-Identifier: MIT
// The passes of a gather: one for each stream.
#ifndef GLSORT_GATHER_BUILD_H
#define GLSORT_GATHER_BUILD_H

#include <glsort/glsort_parallel.h>

#include "plan_core.h"

struct gather {
    glsort_gather_desc desc; // with its defaults filled in
    // What the schedule is built for, besides the count.
    uint32_t record_count; // of each stream's input
    bool odd;              // indices of 16 bits begin in the upper half of a word
};

// Checks a descriptor and copies it to *filled with its defaults filled in.
glsort_result glsort_gather_fill(const glsort_gather_desc* desc,
                                 const struct glsort_limits* limits,
                                 glsort_gather_desc* filled, const struct call* call);

// Bytes of the words that hold `count` indices, the first of which is in the upper half
// of its word if `odd`.
uint64_t glsort_gather_order_bytes(const glsort_gather_desc* desc, uint32_t count,
                                   bool odd);

// Bytes from the first record of a stream's input to the end of the last.
uint64_t glsort_gather_input_bytes(const glsort_stream* stream, uint32_t record_count);

glsort_plan_desc glsort_gather_elements(const glsort_gather_desc* desc);

// The composition; *gather must outlive it.
struct composition glsort_gather_composition(const struct gather* gather);

#endif
