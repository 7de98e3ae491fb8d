// SPDX-License-Identifier: MIT
// Keys as ordered integers and back, for every type and order.
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

static void check_pair(glsort_key key, glsort_order order, uint32_t a, uint32_t b)
{
    struct key_map in = key_map_in(key, order);
    struct key_map out = key_map_out(key, order);
    uint32_t mapped_a = key_map_apply(in, a);
    uint32_t mapped_b = key_map_apply(in, b);
    if (key_map_apply(out, mapped_a) != a || key_map_apply(out, mapped_b) != b)
        fail_msg("type %d, order %d: %08x or %08x does not come back", key, order, a, b);
    int64_t rank_a = host_rank(key, order, a);
    int64_t rank_b = host_rank(key, order, b);
    if ((mapped_a < mapped_b) != (rank_a < rank_b) ||
        (mapped_a == mapped_b) != (rank_a == rank_b))
        fail_msg("type %d, order %d: %08x and %08x are in the wrong order", key, order, a,
                 b);
}

static void special_keys_map_in_order_and_back(void** state)
{
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_F32; ++key)
        for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; ++order)
            for (uint32_t a = 0; a < SPECIAL; ++a)
                for (uint32_t b = 0; b < SPECIAL; ++b)
                    check_pair((glsort_key)key, (glsort_order)order, special[a],
                               special[b]);
}

static void a_million_random_keys_map_in_order_and_back(void** state)
{
    uint64_t random = 42;
    for (uint32_t i = 0; i < 1000000; ++i) {
        uint32_t a = host_random(&random);
        uint32_t b = i % 4 == 0 ? a + 1 : host_random(&random);
        check_pair((glsort_key)(i % 3), (glsort_order)(i / 3 % 2), a, b);
    }
}

// The order of the header's table, written out.
static void floats_come_in_total_order(void** state)
{
    static const uint32_t ascending[] = {
        0xFFC00000u, 0xFF800001u, 0xFF800000u, 0xFF7FFFFFu, 0xBF800000u, 0x80800000u,
        0x807FFFFFu, 0x80000001u, 0x80000000u, 0x00000000u, 0x00000001u, 0x007FFFFFu,
        0x00800000u, 0x3F800000u, 0x7F7FFFFFu, 0x7F800000u, 0x7F800001u, 0x7FC00000u,
    };
    struct key_map up = key_map_in(GLSORT_KEY_F32, GLSORT_ASCENDING);
    struct key_map down = key_map_in(GLSORT_KEY_F32, GLSORT_DESCENDING);
    for (size_t i = 1; i < sizeof ascending / sizeof ascending[0]; ++i) {
        assert_true(key_map_apply(up, ascending[i - 1]) <
                    key_map_apply(up, ascending[i]));
        assert_true(key_map_apply(down, ascending[i - 1]) >
                    key_map_apply(down, ascending[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_keys_map_in_order_and_back),
        cmocka_unit_test(a_million_random_keys_map_in_order_and_back),
        cmocka_unit_test(floats_come_in_total_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
