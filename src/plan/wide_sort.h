// SPDX-License-Identifier: MIT
// Sorts that no algorithm does by itself: keys of two words, values of several, and
// ranges of bits by algorithms that compare whole words. They are made of sorts of (word,
// index) by the algorithm, whatever it is, and of a pass at the end that puts the
// caller's elements in their places.
//
//   words   32 bits or fewer out of each mapped key, the lowest of the range first
//   sort    (word, index) by the algorithm
//   words   the next bits, in the order reached; only if the range is longer than a word
//   sort    (word, index), stable: words that agree stay in the order of the first
//   gather  keys and values, from the inputs, by the indices that came out
//
// With keys of one word, sorted whole or by radix, the algorithm reads and writes the
// caller's keys itself, and only the values are gathered.
#ifndef GLSORT_WIDE_SORT_H
#define GLSORT_WIDE_SORT_H

#include "algorithm.h"

bool glsort_wide_applies(const struct algorithm* algorithm, const struct sort_desc* desc);

// The functions of struct algorithm, for descriptors that it applies to.
struct refusal glsort_wide_refuses(const struct algorithm* algorithm,
                                   const struct sort_desc* desc,
                                   const struct glsort_limits* limits);
struct capacity glsort_wide_capacity(const struct algorithm* algorithm,
                                     const struct sort_desc* desc,
                                     const struct glsort_limits* limits);
void glsort_wide_build(const struct algorithm* algorithm, const struct sort_desc* desc,
                       const struct glsort_limits* limits, uint32_t count,
                       struct schedule* s);
void glsort_wide_peek(const struct algorithm* algorithm, const struct sort_desc* desc,
                      const struct glsort_limits* limits, uint32_t count,
                      const struct peek_request* request, struct schedule* s);

// What the algorithm will be asked to sort, for the choice of one: keys of 32 bits at
// most, and values of 4 bytes.
glsort_plan_desc glsort_wide_narrowed(const glsort_plan_desc* desc);

#endif
