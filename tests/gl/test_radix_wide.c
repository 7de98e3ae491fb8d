// SPDX-License-Identifier: MIT
// Keys of two words and values of several in a chain of the radix sort, which moves them
// with the digits.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"
#include "shared/radix.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { TILE = RADIX_GROUP_0 * RADIX_ITEMS_0, MOST = 9 * TILE + 77 };

static const glsort_tuning chain = {.method = GLSORT_METHOD_RADIX_CHAIN};

// The kinds of elements, each of which has a program of its own.
static const struct {
    glsort_key key;
    glsort_values values;
    uint32_t digits;
} kinds[] = {
    {GLSORT_KEY_U64, GLSORT_VALUES_NONE, 8},
    {GLSORT_KEY_F64, GLSORT_VALUES_INDICES, 8},
    {GLSORT_KEY_I64, GLSORT_VALUES_4_BYTES, 8},
    {GLSORT_KEY_F64, GLSORT_VALUES_8_BYTES, 8},
    {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES, 8},
    {GLSORT_KEY_F32, GLSORT_VALUES_8_BYTES, 4},
    {GLSORT_KEY_I32, GLSORT_VALUES_16_BYTES, 4},
    {GLSORT_KEY_U16, GLSORT_VALUES_8_BYTES, 2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// From here on values of 16 bytes move with the digits (radix_tuning.h).
enum { MOVED_16_BYTES = 1 << 23 };

// Where the first elements are: at words that are multiples of four, or odd.
static const uint32_t leads[2][5] = {{4, 8, 4, 12, 1}, {1, 3, 5, 7, 1}};

static bool is_served(void)
{
    const glsort_sort_desc desc = {.tuning = &chain};
    return glsort_max_count(&harness.limits, &desc, NULL) > 0;
}

static struct gl_sorter_desc describe(uint32_t kind, uint32_t way)
{
    struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST,
                 .key = kinds[kind].key,
                 .values = kinds[kind].values,
                 .direction = (glsort_direction)(way % 2),
                 .tuning = &chain},
        .in_place = way / 2 % 2 == 1,
        .room = MOST,
    };
    if (desc.plan.values == GLSORT_VALUES_16_BYTES)
        desc.plan.max_count = MOVED_16_BYTES;
    memcpy(desc.leads, leads[way / 4 % 2], sizeof desc.leads);
    return desc;
}

static void open_kind(struct gl_sorter* s, uint32_t kind, uint32_t way)
{
    const struct gl_sorter_desc desc = describe(kind, way);
    gl_sorter_open(s, &harness, context, &desc);
}

static void a_pass_counts_all_digits_and_one_moves_each(void** state)
{
    if (!is_served())
        skip();
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        struct gl_sorter s;
        open_kind(&s, kind, 0);
        glsort_plan_info info;
        gl_sorter_require(&s, glsort_plan_describe(s.plan, 1500, 0, &info));
        assert_int_equal(info.pass_count, 1 + kinds[kind].digits);
        gl_sorter_close(&s);
    }
}

// A gather at the end is less traffic for few elements: then the chain sorts keys with
// indices.
static void few_values_of_16_bytes_are_gathered_after_one_chain(void** state)
{
    if (!is_served())
        skip();
    for (uint32_t way = 0; way < 8; ++way) {
        struct gl_sorter s;
        glsort_plan_info info;
        struct gl_sorter_desc desc = describe(way % 2 == 0 ? 4 : 6, way);
        desc.plan.max_count = MOST;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_require(&s, glsort_plan_describe(s.plan, 1500, 0, &info));
        assert_int_equal(info.pass_count, 1 + (way % 2 == 0 ? 8 : 4) + 1);
        gl_sorter_check(&s, DATA_UNIFORM, way, 2 * TILE + 9);
        if (way % 4 != 1) { // in place a copy of the values comes before the gather
            struct gl_view v;
            gl_view_open(&v, &s);
            gl_sorter_watch(&s, &v, DATA_UNIFORM, 1040);
            gl_view_close(&v);
        }
        gl_sorter_close(&s);
    }
}

static void every_kind_sorts_as_on_the_cpu_at_even_and_odd_words(void** state)
{
    static const uint32_t counts[] = {MOST, 0, 1, TILE - 1, TILE + 1, 8 * TILE};
    if (!is_served())
        skip();
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        for (uint32_t way = 0; way < 8; ++way) {
            struct gl_sorter s;
            if (!gl_test_all() && way % 4 != (kind + way / 4) % 4)
                continue;
            open_kind(&s, kind, way);
            gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
            gl_sorter_check(&s, DATA_SPECIAL, way, 2 * TILE + 5);
            gl_sorter_check(&s, DATA_FEW, way, 3 * TILE);
            gl_sorter_close(&s);
        }
    }
}

static void keys_are_discarded_if_only_values_are_wanted(void** state)
{
    if (!is_served())
        skip();
    for (uint32_t kind = 1; kind < KINDS; ++kind) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(kind, kind);
        desc.plan.flags = GLSORT_PLAN_DISCARD_KEYS;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, kind, 2 * TILE + 9);
        gl_sorter_check(&s, DATA_FEW, kind, TILE + 3);
        gl_sorter_close(&s);
    }
}

// Digits of one word each, also where the range begins or ends within a digit of 8 bits.
static void ranges_of_bits_have_no_digit_of_two_words(void** state)
{
    static const struct {
        uint32_t first, bits, passes;
    } ranges[] = {{0, 64, 9}, {4, 56, 9}, {24, 16, 3}, {31, 2, 3}, {32, 32, 5},
                  {33, 5, 2}, {63, 1, 2}, {1, 63, 9},  {7, 20, 4}, {20, 39, 7}};
    if (!is_served())
        skip();
    for (uint32_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(i % 5, i);
        desc.plan.first_bit = ranges[i].first;
        desc.plan.bit_count = ranges[i].bits;
        desc.in_place = false;
        gl_sorter_open(&s, &harness, context, &desc);
        glsort_plan_info info;
        gl_sorter_require(&s, glsort_plan_describe(s.plan, 1100, 0, &info));
        assert_int_equal(info.pass_count, ranges[i].passes);
        gl_sorter_check(&s, DATA_UNIFORM, i, 1100);
        gl_sorter_check(&s, DATA_FEW, i, 700);
        gl_sorter_close(&s);
        desc.in_place = true;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 900);
        gl_sorter_close(&s);
    }
}

// Of the eight digits some are the same in all keys: an odd number of scatters is left,
// an even one or none.
static void digits_that_are_the_same_in_all_keys_are_skipped(void** state)
{
    static const uint32_t same[][2] = {{0xFFFFFFFFu, 0xFFFFFFFFu},
                                       {0xFFFFFF00u, 0xFFFFFFFFu},
                                       {0xFFFFFFFFu, 0x00FFFF00u},
                                       {0x00FF0000u, 0xFF0000FFu},
                                       {0, 0xFFFF0000u}};
    if (!is_served())
        skip();
    for (uint32_t way = 0; way < 4; ++way) {
        struct gl_sorter s;
        open_kind(&s, way, way);
        for (uint32_t i = 0; i < 5; ++i)
            gl_sorter_check_alike(&s, same[i], i, 1300);
        gl_sorter_close(&s);
    }
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    if (!is_served())
        skip();
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        struct gl_sorter s;
        struct gl_view v;
        open_kind(&s, kind, kind);
        gl_view_open(&v, &s);
        gl_sorter_watch(&s, &v, DATA_UNIFORM, 1040);
        gl_sorter_watch(&s, &v, DATA_FEW, 50);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

static void counts_on_the_gpu_are_obeyed(void** state)
{
    static const uint32_t counts[] = {5000, 0, 1, TILE, MOST, 3001};
    if (!is_served())
        skip();
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(kind, kind + 2);
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        desc.plan.max_count = MOST; // buffers have room for as many
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
        gl_sorter_close(&s);
    }
}

// Eight scatters have status words of their own, and a look-back that waits for a tile
// which publishes nothing counts its keys.
static void unpublished_tiles_do_not_block_a_sort(void** state)
{
    static const char* const unpublished[] = {"(tile == 0u)", "(tile % 3u != 1u)",
                                              "true"};
    if (!is_served())
        skip();
    for (uint32_t i = 0; i < 3; ++i) {
        char defines[160];
        snprintf(defines, sizeof defines,
                 "#define RADIX_PATIENCE 2u\n#define RADIX_IS_UNPUBLISHED(tile) %s\n",
                 unpublished[i]);
        glsort_context* starved = gl_harness_context_defining(&harness, 0, defines);
        struct gl_sorter s;
        const struct gl_sorter_desc desc = describe(2 + i, 4 * i);
        gl_sorter_open(&s, &harness, starved, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, MOST);
        gl_sorter_check(&s, DATA_FEW, i, 2 * TILE + 1);
        gl_sorter_close(&s);
        glsort_context_destroy(starved);
    }
}

// A chain of keys of two words ends sooner than the sorts of words that replace it.
static void more_keys_than_a_chain_counts_are_sorted_a_word_at_a_time(void** state)
{
    glsort_limits limits;
    assert_int_equal(glsort_limits_minimum(430, 0, &limits), GLSORT_OK);
    limits.storage_block_bytes = UINT64_C(1) << 40;
    limits.storage_blocks = 16;
    const glsort_sort_desc desc = {.key = GLSORT_KEY_U64, .tuning = &chain};
    assert_int_equal(glsort_max_count(&limits, &desc, NULL), RADIX_MOST_CHAINED);
    for (uint32_t more = 0; more < 2; ++more) {
        glsort_plan* plan = NULL;
        glsort_plan_info info;
        glsort_sort_desc wide = desc;
        wide.max_count = RADIX_MOST_WIDE_CHAINED + more;
        assert_int_equal(offline_sort(&limits, &wide, NULL, 0, &plan), GLSORT_OK);
        glsort_plan_describe(plan, wide.max_count, 0, &info);
        // Twice the words, the count of digits and four of them; then the gather.
        assert_int_equal(info.pass_count, more == 0 ? 1 + 8 : 2 * (1 + 1 + 4) + 1);
        glsort_plan_destroy(plan);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_counts_all_digits_and_one_moves_each),
        cmocka_unit_test(few_values_of_16_bytes_are_gathered_after_one_chain),
        cmocka_unit_test(every_kind_sorts_as_on_the_cpu_at_even_and_odd_words),
        cmocka_unit_test(keys_are_discarded_if_only_values_are_wanted),
        cmocka_unit_test(ranges_of_bits_have_no_digit_of_two_words),
        cmocka_unit_test(digits_that_are_the_same_in_all_keys_are_skipped),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(counts_on_the_gpu_are_obeyed),
        cmocka_unit_test(unpublished_tiles_do_not_block_a_sort),
        cmocka_unit_test(more_keys_than_a_chain_counts_are_sorted_a_word_at_a_time),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context, .apis = 1u << GL_API_43};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
