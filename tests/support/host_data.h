// SPDX-License-Identifier: MIT
// Keys that sorts find hard, and what a stable sort makes of them.
#ifndef GLSORT_HOST_DATA_H
#define GLSORT_HOST_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

enum { HOST_DISTRIBUTIONS = 8 };

const char* host_distribution_name(uint32_t distribution);

// The next of a reproducible sequence; *state is never 0.
uint32_t host_random(uint64_t* state);

// The same keys for the same arguments.
void host_fill(uint32_t* keys, uint32_t count, uint32_t distribution);

// The place of a key in the promised order: written down from the types, not from the
// maps that the library uses.
int64_t host_rank(glsort_key key, glsort_direction order, uint32_t word);

// The places of the ranks in ascending order, those of equal ones as they come.
void host_order(const uint64_t* ranks, uint32_t count, uint32_t* places);
// Memory for so many; to be freed. Aborts if there is none.
uint64_t* host_take_ranks(uint32_t count);

// The positions of the keys in a stable order: sorted[i] = keys[indices[i]].
void host_argsort(const uint32_t* keys, uint32_t count, glsort_key key,
                  glsort_direction order, uint32_t* indices);

// True if everything is to be tested, however long that takes: GLSORT_TEST_ALL is set.
bool host_test_all(void);

#endif
