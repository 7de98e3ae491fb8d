// SPDX-License-Identifier: MIT
// The float map is the usual one: flip the sign bit of positive floats and all bits of
// negative floats, so that unsigned order is IEEE 754 totalOrder.
#include "keys.h"

#define TOP 0x80000000u
#define ALL 0xFFFFFFFFu

struct key_map glsort_key_map_in(glsort_key key, glsort_direction order)
{
    struct key_map map = {0, 0};
    if (key == GLSORT_KEY_I32 || key == GLSORT_KEY_I64)
        map = (struct key_map){TOP, TOP};
    if (key == GLSORT_KEY_F32 || key == GLSORT_KEY_F64)
        map = (struct key_map){ALL, TOP};
    if (order == GLSORT_DESCENDING) {
        map.negative ^= ALL;
        map.positive ^= ALL;
    }
    return map;
}

struct key_map glsort_key_map_out(glsort_key key, glsort_direction order)
{
    struct key_map in = glsort_key_map_in(key, order);
    // If the map flips the top bit, the inverse tests the flipped bit.
    return (in.negative & TOP) != 0 ? (struct key_map){in.positive, in.negative} : in;
}

uint32_t glsort_key_map_apply(struct key_map map, uint32_t key)
{
    return key ^ ((key & TOP) != 0 ? map.negative : map.positive);
}

struct key_map glsort_key_map_low(glsort_key key, glsort_direction order)
{
    struct key_map map = {key == GLSORT_KEY_F64 ? ALL : 0, 0};
    if (order == GLSORT_DESCENDING) {
        map.negative ^= ALL;
        map.positive ^= ALL;
    }
    return map;
}

uint32_t glsort_key_words(glsort_key key)
{
    return key >= GLSORT_KEY_U64 && key <= GLSORT_KEY_F64 ? 2 : 1;
}

uint32_t glsort_key_bits(glsort_key key)
{
    return key == GLSORT_KEY_U16 ? 16 : 32 * glsort_key_words(key);
}

uint32_t glsort_value_words(glsort_values values)
{
    switch (values) {
    case GLSORT_VALUES_NONE: return 0;
    case GLSORT_VALUES_8_BYTES: return 2;
    case GLSORT_VALUES_16_BYTES: return 4;
    default: return 1;
    }
}
