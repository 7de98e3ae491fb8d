// SPDX-License-Identifier: MIT
// A stable sort on the CPU, to compare with: in the total order that the library
// promises.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

// The bits of a key that are sorted by, as a number that ascends in the order wanted.
uint64_t reference_rank(const uint32_t* key, const glsort_sort_desc* desc);

// Writes the places (from 0) that the keys, sorted as the descriptor says, have in the
// input. False, with a sentence printed, if there is no memory.
bool reference_argsort(const uint32_t* keys, uint32_t count, const glsort_sort_desc* desc,
                       uint32_t* places);

#endif
