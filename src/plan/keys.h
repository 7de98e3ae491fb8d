// SPDX-License-Identifier: MIT
// Maps keys of every type and order to unsigned integers that ascend. The shaders'
// map_key() gets the words computed here.
#ifndef GLSORT_KEYS_H
#define GLSORT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

uint32_t glsort_key_count(void);             // of key types
const char* glsort_key_name(glsort_key key); // the end of its enumerant

// A key with its top bit set is xored with `negative`, any other key with `positive`.
struct key_map {
    uint32_t negative;
    uint32_t positive;
};

// Maps the caller's bits to integers that ascend in the requested order, so that one
// stable ascending sort serves every type and order.
struct key_map glsort_key_map_in(glsort_key key, glsort_direction order);

// The inverse of glsort_key_map_in().
struct key_map glsort_key_map_out(glsort_key key, glsort_direction order);

uint32_t glsort_key_map_apply(struct key_map map, uint32_t key);

// The map of the low word of a two-word key; the functions above map the high word. The
// top bit of the high word selects between negative and positive for both.
struct key_map glsort_key_map_low(glsort_key key, glsort_direction order);

// Its inverse, which the top bit of the mapped high word selects.
struct key_map glsort_key_map_low_out(glsort_key key, glsort_direction order);

uint32_t glsort_key_words(glsort_key key);         // 32-bit words per key
uint32_t glsort_key_bits(glsort_key key);          // bits that take part in the order
uint32_t glsort_value_words(glsort_values values); // 32-bit words per value, or 0

// True if the caller supplies the values.
static inline bool values_given(glsort_values values)
{
    return values >= GLSORT_VALUES_4_BYTES;
}

#endif
