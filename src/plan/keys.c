// SPDX-License-Identifier: MIT
// The float map is the usual one: flip the sign bit of positive floats and all bits of
// negative floats, so that unsigned order is IEEE 754 totalOrder.
#include "keys.h"

#define TOP 0x80000000u
#define ALL 0xFFFFFFFFu

// The only list of key types, in the order of the enumerants. In memory the low word of a
// key comes first; the top bit of its last word selects between the two words of a map.
static const struct key_type {
    const char* name;
    uint32_t words;
    uint32_t bits; // the lowest ones of the key, which take part in the order
    struct key_map map;
    struct key_map low; // of the low word of two
} types[] = {
    [GLSORT_KEY_U32] = {"U32", 1, 32, {0, 0}, {0, 0}},
    [GLSORT_KEY_I32] = {"I32", 1, 32, {TOP, TOP}, {0, 0}},
    [GLSORT_KEY_F32] = {"F32", 1, 32, {ALL, TOP}, {0, 0}},
    [GLSORT_KEY_U64] = {"U64", 2, 64, {0, 0}, {0, 0}},
    [GLSORT_KEY_I64] = {"I64", 2, 64, {TOP, TOP}, {0, 0}},
    [GLSORT_KEY_F64] = {"F64", 2, 64, {ALL, TOP}, {ALL, 0}},
    [GLSORT_KEY_U16] = {"U16", 1, 16, {0, 0}, {0, 0}},
};

uint32_t glsort_key_count(void)
{
    return sizeof types / sizeof types[0];
}

const char* glsort_key_name(glsort_key key)
{
    return types[key].name;
}

static struct key_map in_order(struct key_map map, glsort_direction order)
{
    uint32_t flip = order == GLSORT_DESCENDING ? ALL : 0;
    return (struct key_map){map.negative ^ flip, map.positive ^ flip};
}

struct key_map glsort_key_map_in(glsort_key key, glsort_direction order)
{
    return in_order(types[key].map, order);
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
    return in_order(types[key].low, order);
}

struct key_map glsort_key_map_low_out(glsort_key key, glsort_direction order)
{
    struct key_map low = glsort_key_map_low(key, order);
    bool flips = (glsort_key_map_in(key, order).negative & TOP) != 0;
    return flips ? (struct key_map){low.positive, low.negative} : low;
}

uint32_t glsort_key_words(glsort_key key)
{
    return types[key].words;
}

uint32_t glsort_key_bits(glsort_key key)
{
    return types[key].bits;
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
