// SPDX-License-Identifier: MIT
// Keys of 64 and 16 bits, values of 8 and 16 bytes and ranges of bits, by every algorithm
// on both backends, against a stable sort on the CPU.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

static struct gl_harness harness;
static glsort_context* context;

static const glsort_key keys[] = {GLSORT_KEY_U64, GLSORT_KEY_I64, GLSORT_KEY_F64,
                                  GLSORT_KEY_U16, GLSORT_KEY_U32, GLSORT_KEY_F32};
static const glsort_values all_values[] = {GLSORT_VALUES_NONE, GLSORT_VALUES_INDICES,
                                           GLSORT_VALUES_4_BYTES, GLSORT_VALUES_8_BYTES,
                                           GLSORT_VALUES_16_BYTES};

enum { KEYS = 6, VALUES = 5 };

static void sort_one(const glsort_sort_desc* desc, bool in_place)
{
    struct gl_sorter s;
    gl_sorter_open_odd(&s, &harness, context, desc, in_place);
    gl_sorter_check(&s, DATA_UNIFORM, 0, desc->max_count);
    gl_sorter_check(&s, DATA_FEW, 1, desc->max_count);
    gl_sorter_check(&s, DATA_SPECIAL, 2, desc->max_count);
    gl_sorter_check(&s, DATA_UNIFORM, 7, desc->max_count / 3);
    gl_sorter_check(&s, DATA_FEW, 8, 1);
    gl_sorter_check(&s, DATA_FEW, 9, 0);
    gl_sorter_close(&s);
}

// Every pair of types, by the forms in turn; the way round, where and how changes from
// pair to pair.
static void sort_types(uint32_t form)
{
    bool draws = gl_forms[form].plan.backend == GLSORT_BACKEND_FRAGMENT;
    for (uint32_t pair = 0; pair < KEYS * VALUES; ++pair) {
        glsort_sort_desc desc = gl_forms[form].plan;
        if (!gl_test_all() && (pair + form) % 11 != 0)
            continue;
        desc.max_count = 301;
        desc.key = keys[pair / VALUES];
        desc.values = all_values[pair % VALUES];
        desc.direction = (glsort_direction)(pair % 2);
        sort_one(&desc, pair % 3 == 0);
        desc.direction = (glsort_direction)(1 - pair % 2);
        desc.textures = draws ? GLSORT_TEXTURES_ALL : 0;
        sort_one(&desc, pair % 3 != 0);
    }
}

static void every_key_and_value_type_sorts_as_on_the_cpu(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i)
        sort_types(i);
}

static void keys_are_discarded_if_only_values_are_wanted(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        for (uint32_t at = 1; at < VALUES; ++at) {
            glsort_sort_desc desc = gl_forms[i].plan;
            desc.max_count = 1100;
            desc.key = keys[(i + at) % KEYS];
            desc.values = all_values[at];
            desc.flags = GLSORT_PLAN_DISCARD_KEYS;
            sort_one(&desc, at % 2 == 0);
        }
    }
}

// One digit in place: ranking by items makes the indices in the only pass that ranks, and
// copies them afterwards.
static void a_single_digit_in_place_sorts_wide_values_alone(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        glsort_sort_desc desc = gl_forms[i].plan;
        if (desc.tuning->algorithm != GLSORT_ALGORITHM_RADIX)
            continue;
        desc.max_count = 700;
        desc.values = GLSORT_VALUES_16_BYTES;
        desc.flags = GLSORT_PLAN_DISCARD_KEYS;
        desc.first_bit = 9;
        desc.bit_count = 6;
        gl_sorter_open_odd(&s, &harness, context, &desc, true);
        gl_sorter_check(&s, DATA_UNIFORM, 1, 700);
        gl_sorter_check(&s, DATA_UNIFORM, 2, 5);
        gl_sorter_close(&s);
    }
}

static void counts_around_tiles_sort_as_on_the_cpu(void** state)
{
    static const uint32_t tiles[] = {8, 64, 256, 1024, 2048, 4096};
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        glsort_sort_desc desc = gl_forms[i].plan;
        desc.max_count = 2 * 4096 + 3;
        desc.key = keys[i % 3];
        desc.values = i % 2 == 0 ? GLSORT_VALUES_8_BYTES : GLSORT_VALUES_16_BYTES;
        gl_sorter_open_odd(&s, &harness, context, &desc, i % 4 < 2);
        for (uint32_t t = 0; t < 6; ++t)
            for (uint32_t n = 0; n < 5; ++n)
                if (gl_test_all() || tiles[t] < 2000 || n % 2 == 0)
                    gl_sorter_check(&s, n % 2 == 0 ? DATA_UNIFORM : DATA_FEW, n,
                                    tiles[t] * (1 + n % 2) - 1 + n / 2);
        gl_sorter_close(&s);
    }
}

static void check_range(const struct gl_form* form, uint32_t first, uint32_t bits)
{
    struct gl_sorter s;
    glsort_sort_desc desc = form->plan;
    desc.max_count = 200;
    desc.key = keys[(first + bits) % 3];
    desc.first_bit = first;
    desc.bit_count = bits;
    desc.direction = (glsort_direction)(first % 2);
    desc.values = all_values[(first + bits) % VALUES];
    gl_sorter_open_odd(&s, &harness, context, &desc, (first + bits) % 4 < 2);
    gl_sorter_check(&s, DATA_UNIFORM, bits, 200);
    gl_sorter_check(&s, DATA_FEW, bits, 150);
    gl_sorter_close(&s);
}

// By the forms in turn; radix sorts fewer digits, all others whole words.
static void ranges_of_64_bits_sort_by_these_bits_and_keep_ties(void** state)
{
    uint32_t turn = 0;
    uint32_t stride = gl_test_all() ? 1 : 17;
    for (uint32_t first = 0; first < 64; ++first) {
        for (uint32_t bits = 1; bits <= 64 - first; ++bits) {
            bool edge = first + bits == 32 || first == 32 || first + bits == 64;
            if ((first * 5 + bits) % stride != 0 && !(edge && bits % 3 == 0))
                continue;
            do
                turn = (turn + 1) % gl_form_count;
            while (!gl_form_wanted(&gl_forms[turn], &harness));
            check_range(&gl_forms[turn], first, bits);
        }
    }
}

static void sort_by_bits(uint32_t form, uint32_t first, uint32_t bits)
{
    struct gl_sorter s;
    glsort_sort_desc desc = gl_forms[form].plan;
    desc.max_count = 133;
    desc.key = first % 2 == 0 ? GLSORT_KEY_F32 : GLSORT_KEY_I32;
    desc.direction = (glsort_direction)(bits / 2 % 2);
    desc.first_bit = first;
    desc.bit_count = bits;
    desc.values = all_values[1 + (form + first) % 4];
    gl_sorter_open_odd(&s, &harness, context, &desc, (first + bits) % 3 == 0);
    gl_sorter_check(&s, DATA_UNIFORM, first, 133);
    gl_sorter_check(&s, DATA_FEW, bits, 97);
    gl_sorter_close(&s);
}

// Of the 528 ranges every form takes others, if not all.
static void every_algorithm_sorts_32_bit_keys_by_a_range_of_bits(void** state)
{
    const uint32_t stride = gl_test_all() ? 1 : 97;
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        uint32_t at = i;
        for (uint32_t first = 0; first < 32; ++first)
            for (uint32_t bits = 1; bits <= 32 - first; ++bits)
                if (at++ % stride == 0)
                    sort_by_bits(i, first, bits);
    }
}

// What lies beyond the count, in bounds of max_count, stays as it was.
static void counts_on_the_gpu_are_obeyed(void** state)
{
    static const uint32_t counts[] = {0, 1, 7, 1024, 1025, 2500};
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        if (!gl_form_counts_on_gpu(&gl_forms[i]))
            continue;
        for (uint32_t at = 0; at < 4; ++at) {
            struct gl_sorter s;
            glsort_sort_desc desc = gl_forms[i].plan;
            desc.max_count = 2500;
            desc.key = keys[(i + at) % KEYS];
            desc.values = all_values[1 + at];
            desc.count_source = GLSORT_COUNT_FROM_BUFFER;
            gl_sorter_open_odd(&s, &harness, context, &desc, at % 2 == 0);
            for (uint32_t c = 0; c < 6; ++c)
                gl_sorter_check(&s, DATA_UNIFORM, c, counts[c]);
            gl_sorter_close(&s);
        }
    }
}

// ---- what cannot be -------------------------------------------------------------------

static void refuse(glsort_sort_desc desc, glsort_result code, const char* words)
{
    glsort_plan* plan = NULL;
    assert_int_equal(glsort_sort_create(context, &desc, &plan), code);
    assert_null(plan);
    if (strstr(glsort_last_error(context), words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", glsort_last_error(context), words);
}

static void bits_that_a_key_does_not_have_are_refused(void** state)
{
    refuse((glsort_sort_desc){.max_count = 9, .key = GLSORT_KEY_F64, .first_bit = 64},
           GLSORT_ERROR_UNSUPPORTED, "bits of a key");
    refuse(
        (glsort_sort_desc){
            .max_count = 9, .key = GLSORT_KEY_U64, .first_bit = 30, .bit_count = 35},
        GLSORT_ERROR_UNSUPPORTED, "first_bit 30, bit_count 35");
    refuse((glsort_sort_desc){.max_count = 9, .key = GLSORT_KEY_U16, .first_bit = 16},
           GLSORT_ERROR_UNSUPPORTED, "16 for u16");
    refuse((glsort_sort_desc){.max_count = 9, .key = (glsort_key)7},
           GLSORT_ERROR_ARGUMENT, "key is 7");
    refuse((glsort_sort_desc){.max_count = 9, .values = (glsort_values)5},
           GLSORT_ERROR_ARGUMENT, "values is 5");
}

static void what_an_algorithm_cannot_do_it_cannot_do_with_wide_elements(void** state)
{
    glsort_sort_desc desc = {
        .max_count = 100,
        .key = GLSORT_KEY_U64,
        .values = GLSORT_VALUES_16_BYTES,
        .backend = GLSORT_BACKEND_FRAGMENT,
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}};
    refuse(desc, GLSORT_ERROR_UNSUPPORTED, "scatter");
    desc.tuning = tuning_named(GLSORT_ALGORITHM_ABISORT_TREE);
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    refuse(desc, GLSORT_ERROR_UNSUPPORTED, "known on the CPU");
}

static void the_largest_count_knows_the_size_of_elements(void** state)
{
    glsort_limits limits;
    const char* reason = NULL;
    glsort_sort_desc desc = {
        .max_count = 1,
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX}};
    assert_int_equal(glsort_limits_minimum(430, 0, &limits), GLSORT_OK);
    limits.storage_block_bytes = 1u << 27;
    if (limits.has_compute) { // the library may be built without
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 25);
        desc.key = GLSORT_KEY_I64;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 24);
        assert_non_null(strstr(reason, "8 bytes"));
        desc.values = GLSORT_VALUES_16_BYTES;
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 23);
        assert_non_null(strstr(reason, "16 bytes"));
    }
    desc.key = GLSORT_KEY_I64;
    desc.values = GLSORT_VALUES_16_BYTES;
    assert_int_equal(glsort_limits_minimum(330, 0, &limits), GLSORT_OK);
    limits.texture_size = 1024;
    limits.draw_buffers = 8;
    desc.tuning = tuning_named(GLSORT_ALGORITHM_ABISORT);
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 18);
    assert_non_null(strstr(reason, "4 texels"));
    desc.textures = GLSORT_TEXTURES_ALL;
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 20);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_and_value_type_sorts_as_on_the_cpu),
        cmocka_unit_test(keys_are_discarded_if_only_values_are_wanted),
        cmocka_unit_test(a_single_digit_in_place_sorts_wide_values_alone),
        cmocka_unit_test(counts_around_tiles_sort_as_on_the_cpu),
        cmocka_unit_test(ranges_of_64_bits_sort_by_these_bits_and_keep_ties),
        cmocka_unit_test(every_algorithm_sorts_32_bit_keys_by_a_range_of_bits),
        cmocka_unit_test(counts_on_the_gpu_are_obeyed),
        cmocka_unit_test(bits_that_a_key_does_not_have_are_refused),
        cmocka_unit_test(what_an_algorithm_cannot_do_it_cannot_do_with_wide_elements),
        cmocka_unit_test(the_largest_count_knows_the_size_of_elements),
    };
    const struct gl_suite suite = {
        .harness = &harness, .context = &context, .apis_of_all = GL_API_ES_COMPUTE};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
