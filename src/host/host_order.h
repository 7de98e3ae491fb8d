// SPDX-License-Identifier: MIT
// The order of keys in CPU memory, as numbers that ascend.
#ifndef GLSORT_HOST_ORDER_H
#define GLSORT_HOST_ORDER_H

#include "keys.h"

struct host_order {
    struct key_map high; // of the only word, or of the high one
    struct key_map low;  // of the low one of two
    uint32_t words;
    uint32_t first_bit;
    uint64_t mask; // of the bits that are sorted by, after the shift by first_bit
};

static inline struct host_order host_order_of(const glsort_sort_desc* desc)
{
    uint32_t bits = desc->bit_count > 0 ? desc->bit_count
                                        : glsort_key_bits(desc->key) - desc->first_bit;
    return (struct host_order){
        .high = glsort_key_map_in(desc->key, desc->direction),
        .low = glsort_key_map_low(desc->key, desc->direction),
        .words = glsort_key_words(desc->key),
        .first_bit = desc->first_bit,
        .mask = UINT64_MAX >> (64 - bits),
    };
}

// The number of a key of 4 * words bytes. `words` is order->words, as a constant where
// speed matters.
static inline uint64_t host_order_rank(const struct host_order* order,
                                       const uint32_t* key, uint32_t words)
{
    uint32_t top = key[words - 1];
    bool negative = top >> 31 != 0;
    uint64_t rank = top ^ (negative ? order->high.negative : order->high.positive);
    if (words == 2)
        rank = rank << 32 |
               (key[0] ^ (negative ? order->low.negative : order->low.positive));
    return rank >> order->first_bit & order->mask;
}

// Bytes of a value in CPU memory: positions have 8.
static inline uint32_t host_value_bytes(glsort_values values)
{
    return values == GLSORT_VALUES_INDICES ? 8 : 4 * glsort_value_words(values);
}

#endif
