// SPDX-License-Identifier: MIT
// Sorts that no algorithm of the list supports by itself: keys of two words, values of
// several words, and, with algorithms that compare whole words, bit ranges and keys of
// 16 bits. They consist of sorts of (word, index) by any algorithm, and of passes around
// these sorts:
//
//   words   extracts 32 bits or fewer of each mapped key, the lowest of the range first
//   sort    (word, index) by the algorithm
//   words   extracts the next bits in the order reached, if the range exceeds one word
//   sort    (word, index), stable: equal words keep the order of the first sort
//   gather  keys and values from the inputs, by the sorted indices
//
// If keys have one word, and are sorted by all 32 bits or by radix, or if the algorithm
// sorts keys of two words, the algorithm reads and writes the caller's keys itself, and
// only the values are gathered. On fragments this needs keys in textures.
#ifndef GLSORT_WIDE_SORT_H
#define GLSORT_WIDE_SORT_H

#include "algorithm.h"
#include "store.h"

bool glsort_wide_applies(const struct algorithm* algorithm, const struct sort_desc* desc);

// True if it applies and the algorithm does not sort such elements by itself.
bool glsort_wide_composes(const struct algorithm* algorithm, const struct sort_desc* desc,
                          const struct glsort_limits* limits);

// Like the functions of struct algorithm, for descriptors for which glsort_wide_applies()
// is true.
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
                      const struct schedule* run, const struct peek_request* request,
                      struct schedule* s);

// The descriptor of the inner sort, for choosing an algorithm: keys of at most 32 bits,
// and values of at most 4 bytes.
glsort_sort_desc glsort_wide_narrowed(const glsort_sort_desc* desc);

#endif
