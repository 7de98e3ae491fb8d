// SPDX-License-Identifier: MIT
// Keys as ordered unsigned integers: which words the shaders' map_key() gets.
#ifndef GLSORT_KEYS_H
#define GLSORT_KEYS_H

#include <stdint.h>

#include <glsort/glsort.h>

// A key with its top bit set is xored with `negative`, another one with `positive`.
struct key_map {
    uint32_t negative;
    uint32_t positive;
};

// From the caller's bits to integers that ascend in the wanted order, so that one stable
// ascending sort serves every type and order.
struct key_map key_map_in(glsort_key key, glsort_order order);

// And back.
struct key_map key_map_out(glsort_key key, glsort_order order);

uint32_t key_map_apply(struct key_map map, uint32_t key);

#endif
