// SPDX-License-Identifier: MIT
// The passes of a gather: one for each stream.
#ifndef GLSORT_GATHER_BUILD_H
#define GLSORT_GATHER_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// shape.options: indices of 16 bits begin in the upper half of a word.
enum { GATHER_ODD = 1 };

// See recipe.h. `what` is a glsort_gather_desc with its defaults, shape.records the
// number of records of each stream's input.
glsort_result glsort_gather_fill(const void* desc, const struct glsort_limits* limits,
                                 void* what, const struct call* call);
glsort_sort_desc glsort_gather_elements(const void* what);
void glsort_gather_build(const void* what, const struct plan_core* core,
                         const struct shape* shape, struct schedule* s);

// Bytes of the words that hold `count` indices, the first of which is in the upper half
// of its word if `odd`.
uint64_t glsort_gather_order_bytes(const glsort_gather_desc* desc, uint32_t count,
                                   bool odd);

// Bytes from the first record of a stream's input to the end of the last.
uint64_t glsort_gather_input_bytes(const glsort_stream* stream, uint32_t record_count);

#endif
