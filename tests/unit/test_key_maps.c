// SPDX-License-Identifier: MIT
// Keys as ordered integers and back, for every type and order.
#include <string.h>

#include "host_data.h"
#include "host_test.h"
#include "keys.h"

static const uint32_t special[] = {
    0,           1,           2,           0x7FFFFFFFu, 0x80000000u, 0x80000001u,
    0xFFFFFFFEu, 0xFFFFFFFFu, 0x00800000u, 0x007FFFFFu, 0x80800000u, 0x807FFFFFu,
    0x3F800000u, 0xBF800000u, 0x7F7FFFFFu, 0xFF7FFFFFu, 0x7F800000u, 0xFF800000u,
    0x7F800001u, 0xFF800001u, 0x7FC00000u, 0xFFC00000u, 0x7FFFFFFEu, 0xAAAAAAAAu,
};

enum { SPECIAL = sizeof special / sizeof special[0] };

// A key as a number: written down from the types, not from the maps.
static int64_t number_of(glsort_key key, glsort_direction order, uint32_t word)
{
    int64_t number = word;
    bool negative = word >> 31 != 0;
    if (key == GLSORT_KEY_I32 && negative)
        number -= (int64_t)1 << 32;
    // Sign and magnitude; -0 comes before +0.
    if (key == GLSORT_KEY_F32 && negative)
        number = -1 - (int64_t)(word & 0x7FFFFFFFu);
    return order == GLSORT_DESCENDING ? -number : number;
}

static void check_pair(glsort_key key, glsort_direction order, uint32_t a, uint32_t b)
{
    struct key_map in = glsort_key_map_in(key, order);
    struct key_map out = glsort_key_map_out(key, order);
    uint32_t mapped_a = glsort_key_map_apply(in, a);
    uint32_t mapped_b = glsort_key_map_apply(in, b);
    if (glsort_key_map_apply(out, mapped_a) != a ||
        glsort_key_map_apply(out, mapped_b) != b)
        fail_msg("type %d, order %d: %08x or %08x does not come back", key, order, a, b);
    int64_t rank_a = number_of(key, order, a);
    int64_t rank_b = number_of(key, order, b);
    if ((mapped_a < mapped_b) != (rank_a < rank_b) ||
        (mapped_a == mapped_b) != (rank_a == rank_b))
        fail_msg("type %d, order %d: %08x and %08x are in the wrong order", key, order, a,
                 b);
    const glsort_sort_desc plan = {.key = key, .direction = order};
    if ((host_rank(&plan, &a) < host_rank(&plan, &b)) != (rank_a < rank_b))
        fail_msg("type %d, order %d: the reference has %08x and %08x in another order",
                 key, order, a, b);
}

TEST(special_keys_map_in_order_and_back)
{
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_F32; ++key)
        for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; ++order)
            for (uint32_t a = 0; a < SPECIAL; ++a)
                for (uint32_t b = 0; b < SPECIAL; ++b)
                    check_pair((glsort_key)key, (glsort_direction)order, special[a],
                               special[b]);
}

TEST(a_million_random_keys_map_in_order_and_back)
{
    uint64_t random = 42;
    for (uint32_t i = 0; i < 1000000; ++i) {
        uint32_t a = host_random(&random);
        uint32_t b = i % 4 == 0 ? a + 1 : host_random(&random);
        check_pair((glsort_key)(i % 3), (glsort_direction)(i / 3 % 2), a, b);
    }
}

// As wanted_bits() of lib/wide.glsl does, both words at once.
static uint64_t map_wide(glsort_key key, glsort_direction order, uint64_t bits)
{
    struct key_map high = glsort_key_map_in(key, order);
    struct key_map low = glsort_key_map_low(key, order);
    bool negative = bits >> 63 != 0;
    uint32_t upper = glsort_key_map_apply(high, (uint32_t)(bits >> 32));
    uint32_t lower = (uint32_t)bits ^ (negative ? low.negative : low.positive);
    return (uint64_t)upper << 32 | lower;
}

static bool is_below(glsort_key key, uint64_t a, uint64_t b)
{
    double numbers[2];
    memcpy(&numbers[0], &a, sizeof a);
    memcpy(&numbers[1], &b, sizeof b);
    if (key == GLSORT_KEY_F64 && numbers[0] == numbers[1])
        return a >> 63 != 0 && b >> 63 == 0; // -0 and +0
    if (key == GLSORT_KEY_F64)
        return numbers[0] < numbers[1];
    return key == GLSORT_KEY_I64 ? (int64_t)a < (int64_t)b : a < b;
}

// An infinity instead of a NaN, which C's comparisons cannot order.
static uint64_t without_nan(uint64_t bits)
{
    bool largest = (bits & 0x7FF0000000000000u) == 0x7FF0000000000000u;
    return largest ? bits & 0xFFF0000000000000u : bits;
}

static uint64_t random_bits(uint64_t* random, uint32_t i)
{
    uint64_t bits = (uint64_t)host_random(random) << 32 | host_random(random);
    if (i % 3 == 0)
        bits &= 0x8000000000000003u; // zeros and the least subnormals
    return without_nan(bits);
}

TEST(keys_of_two_words_map_in_order)
{
    uint64_t random = 64;
    for (uint32_t i = 0; i < 500000; ++i) {
        glsort_key key = (glsort_key)(GLSORT_KEY_U64 + i % 3);
        uint64_t a = random_bits(&random, i);
        uint64_t b = i % 5 == 0 ? without_nan(a ^ 1) : random_bits(&random, i);
        assert_int_equal(map_wide(key, GLSORT_ASCENDING, a) <
                             map_wide(key, GLSORT_ASCENDING, b),
                         is_below(key, a, b));
        assert_int_equal(map_wide(key, GLSORT_DESCENDING, a) <
                             map_wide(key, GLSORT_DESCENDING, b),
                         is_below(key, b, a));
    }
}

TEST(doubles_come_in_total_order)
{
    static const uint64_t ascending[] = {
        0xFFF8000000000000u, 0xFFF0000000000001u, 0xFFF0000000000000u,
        0xFFEFFFFFFFFFFFFFu, 0xBFF0000000000001u, 0xBFF0000000000000u,
        0x8000000100000000u, 0x8000000000000001u, 0x8000000000000000u,
        0x0000000000000000u, 0x0000000000000001u, 0x0000000100000000u,
        0x3FF0000000000000u, 0x3FF0000000000001u, 0x7FEFFFFFFFFFFFFFu,
        0x7FF0000000000000u, 0x7FF0000000000001u, 0x7FF8000000000000u,
    };
    for (size_t i = 1; i < sizeof ascending / sizeof ascending[0]; ++i) {
        assert_true(map_wide(GLSORT_KEY_F64, GLSORT_ASCENDING, ascending[i - 1]) <
                    map_wide(GLSORT_KEY_F64, GLSORT_ASCENDING, ascending[i]));
        assert_true(map_wide(GLSORT_KEY_F64, GLSORT_DESCENDING, ascending[i - 1]) >
                    map_wide(GLSORT_KEY_F64, GLSORT_DESCENDING, ascending[i]));
    }
}
