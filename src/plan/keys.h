// SPDX-License-Identifier: MIT
// Keys as ordered unsigned integers: which words the shaders' map_key() gets.
#ifndef GLSORT_KEYS_H
#define GLSORT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

// A key with its top bit set is xored with `negative`, another one with `positive`.
struct key_map {
    uint32_t negative;
    uint32_t positive;
};

// From the caller's bits to integers that ascend in the wanted order, so that one stable
// ascending sort serves every type and order.
struct key_map glsort_key_map_in(glsort_key key, glsort_order order);

// And back.
struct key_map glsort_key_map_out(glsort_key key, glsort_order order);

uint32_t glsort_key_map_apply(struct key_map map, uint32_t key);

// Keys of two words: the functions above are for the upper one, whose top bit also
// decides what the lower one is xored with, this.
struct key_map glsort_key_map_low(glsort_key key, glsort_order order);

uint32_t glsort_key_words(glsort_key key);         // of 4 bytes, of a key
uint32_t glsort_key_bits(glsort_key key);          // that it is sorted by
uint32_t glsort_value_words(glsort_values values); // of a value; 0 if there are none

// True if the caller brings them.
static inline bool values_given(glsort_values values)
{
    return values >= GLSORT_VALUES_U32;
}

#endif
