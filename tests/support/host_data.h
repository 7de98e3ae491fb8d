// SPDX-License-Identifier: MIT
// What a stable sort makes of keys.
#ifndef GLSORT_HOST_DATA_H
#define GLSORT_HOST_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort.h>

// The next of a reproducible sequence; *state is never 0.
uint32_t host_random(uint64_t* state);

// Words of a key; of a value, and 1 if there are none.
uint32_t host_key_words(glsort_key key);
uint32_t host_value_words(glsort_values values);

// The place of a key in the promised order, by the bits that the plan sorts by: written
// down from the types, nothing is taken from the library.
uint64_t host_rank(const glsort_sort_desc* plan, const uint32_t* key);

// Where the elements of a stable order are in the input: sorted[i] = keys[places[i]].
// By a local sort alone every block has an order of its own.
void host_argsort(const glsort_sort_desc* plan, const uint32_t* keys, uint32_t count,
                  uint32_t* places);

// Element i of `to` is element places[i] of `from`, or places[i] itself if that is NULL.
void host_gather(uint32_t* to, const uint32_t* from, const uint32_t* places,
                 uint32_t count, uint32_t words);

// Room for so many words; aborts if there is none.
uint32_t* host_take_words(size_t count);

// True if everything is to be tested, however long that takes: GLSORT_TEST_ALL is set.
bool host_test_all(void);

// The most elements for tests that respect this limit: GLSORT_TEST_MOST, for devices on
// which large sorts take minutes. UINT32_MAX if that is not set.
uint32_t host_test_most(void);

#endif
