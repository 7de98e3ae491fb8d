// SPDX-License-Identifier: MIT
// How far an order is from sorted.
#ifndef DEMO_RECORD_MEASURE_H
#define DEMO_RECORD_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

// The keys as unsigned integers that ascend in the order wanted.
void measure_ascending(const uint32_t* keys, uint32_t count, glsort_key key,
                       glsort_direction order, uint32_t* ascending);

// The place of every element in a stable ascending sort of the keys. False: out of
// memory.
bool measure_ranks(const uint32_t* keys, uint32_t count, uint32_t* ranks);

// Pairs of places of which the first holds the larger rank. scratch: room for 2 * count.
uint64_t measure_inversions(const uint32_t* order, const uint32_t* ranks, uint32_t count,
                            uint32_t* scratch);

// Neighbours of which the first holds the smaller rank.
uint32_t measure_neighbours(const uint32_t* order, const uint32_t* ranks, uint32_t count);

#endif
