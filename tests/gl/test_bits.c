// SPDX-License-Identifier: MIT
// Ranges of bits in fragment passes, by the forms that sort by them themselves: the
// order, its ties and all that is written, against a stable sort on the CPU.
#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static glsort_context* context;

static const glsort_tuning methods[] = {
    {.method = GLSORT_METHOD_RADIX_GATHER},
    {.method = GLSORT_METHOD_ABISORT_FUSED},
    {.method = GLSORT_METHOD_ABISORT_PARTITION},
};
static const glsort_tuning radix = {.method = GLSORT_METHOD_RADIX_GATHER};
enum { METHODS = sizeof methods / sizeof methods[0], MOST = 4000 };

// Around a block of 60, a stride of 64, a sum of 32 blocks and the ends of texels.
static const uint32_t counts[] = {0,  1,  2,   8,   15,  16,   17,   59,   60,   61,  64,
                                  65, 96, 119, 121, 600, 1919, 1920, 1921, 3999, MOST};
enum { COUNTS = sizeof counts / sizeof counts[0] };

// How elements are handed over, in turns.
static glsort_sort_desc way_of(uint32_t way, const glsort_tuning* tuning)
{
    static const glsort_values values[] = {GLSORT_VALUES_INDICES, GLSORT_VALUES_4_BYTES,
                                           GLSORT_VALUES_NONE, GLSORT_VALUES_8_BYTES};
    glsort_sort_desc desc = {
        .max_count = MOST,
        .backend = GLSORT_BACKEND_FRAGMENT,
        .tuning = tuning,
        .values = values[way % 4],
        .key = (glsort_key)(way % 3),
        .direction = (glsort_direction)(way / 2 % 2),
        .textures = way % 5 < 2 ? GLSORT_TEXTURES_ALL : 0,
        .count_source = (glsort_count_source)(way % 3 == 1),
        .flags = way % 8 < 3 && way % 4 != 2 ? GLSORT_PLAN_DISCARD_KEYS : 0,
    };
    if (way % 5 == 3) // inputs alone, or outputs alone
        desc.textures = way % 2 == 0 ? GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_IN
                                     : GLSORT_TEXTURE_KEYS_OUT;
    return desc;
}

static void check_way(uint32_t way, uint32_t first_bit, uint32_t bits)
{
    struct gl_sorter s;
    glsort_sort_desc desc = way_of(way, &methods[way % METHODS]);
    desc.first_bit = first_bit;
    desc.bit_count = bits;
    bool whole = desc.textures == 0 || desc.textures == GLSORT_TEXTURES_ALL;
    gl_sorter_open_odd(&s, &harness, context, &desc, way % 7 < 2 && whole);
    for (uint32_t i = way % 4; i < COUNTS; i += gl_test_all() ? 1 : 4)
        gl_sorter_check(&s, (enum gl_data)((way + i) % DATA_COUNT), way, counts[i]);
    gl_sorter_close(&s);
}

static void ranges_of_bits_sort_as_on_the_cpu(void** state)
{
    static const uint8_t ranges[][2] = {{0, 16}, {0, 24}, {0, 8},   {16, 16}, {8, 16},
                                        {0, 1},  {31, 1}, {5, 13},  {0, 31},  {28, 4},
                                        {3, 22}, {0, 30}, {12, 20}, {7, 5}};
    enum { RANGES = sizeof ranges / sizeof ranges[0] };
    for (uint32_t way = 0; way < (gl_test_all() ? 3 * 140 : 45); ++way)
        check_way(way, ranges[way % RANGES][0], ranges[way % RANGES][1]);
}

static void keys_of_16_bits_sort_as_on_the_cpu(void** state)
{
    for (uint32_t way = 0; way < METHODS * 4; ++way) {
        struct gl_sorter s;
        glsort_sort_desc desc = way_of(way, &methods[way % METHODS]);
        desc.key = GLSORT_KEY_U16;
        gl_sorter_open_odd(&s, &harness, context, &desc, false);
        for (uint32_t i = way % 5; i < COUNTS; i += 5)
            gl_sorter_check(&s, i % 2 == 0 ? DATA_UNIFORM : DATA_FEW, way, counts[i]);
        gl_sorter_close(&s);
    }
}

// More sums of blocks than a fragment adds up, so that there is a level between.
static void many_elements_take_another_level_of_sums(void** state)
{
    static const uint32_t many[] = {184320, 184321, 200003, 1000};
    static const enum gl_data data[] = {DATA_UNIFORM, DATA_ORGAN_PIPE, DATA_HOT_DIGIT,
                                        DATA_CONSTANT};
    for (uint32_t way = 0; way < 3; ++way) {
        struct gl_sorter s;
        glsort_sort_desc desc = way_of(way, &radix);
        desc.max_count = 200003;
        desc.bit_count = way == 1 ? 20 : 8;
        gl_sorter_open_odd(&s, &harness, context, &desc, false);
        for (uint32_t i = way % 2; i < 4; i += gl_test_all() ? 1 : 2)
            gl_sorter_check(&s, data[(way + i) % 4], way, many[i]);
        gl_sorter_close(&s);
    }
}

// A peek between the digits shows all elements, whatever they are kept in.
static void peeks_between_digits_are_permutations(void** state)
{
    for (uint32_t way = 0; way < 8; ++way) {
        struct gl_sorter s;
        struct gl_view v;
        glsort_sort_desc desc = way_of(way, &radix);
        glsort_plan_info info;
        const uint32_t count = 700 + way;
        desc.values = (glsort_values)(way % 3);
        desc.flags = way % 3 == GLSORT_VALUES_INDICES ? GLSORT_PLAN_DISCARD_KEYS : 0;
        desc.bit_count = way % 2 == 0 ? 32 : 12;
        gl_sorter_open_odd(&s, &harness, context, &desc, way == 3);
        gl_view_open(&v, &s);
        assert_int_equal(glsort_plan_describe(s.plan, count, 0, &info), GLSORT_OK);
        gl_sorter_begin(&s, DATA_UNIFORM, way, count);
        for (uint32_t done = 0; done < info.pass_count; done += 3) {
            gl_view_peek(&v, &s, true, true, count);
            if (!gl_view_is_permutation(&v, &s, count))
                gl_sorter_fail(&s, "a peek after %u passes is no permutation", done);
            gl_sorter_require(&s, glsort_plan_step(s.plan, 3));
        }
        gl_sorter_finish(&s, count);
        gl_view_close(&v);
        gl_sorter_close(&s);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_of_bits_sort_as_on_the_cpu),
        cmocka_unit_test(keys_of_16_bits_sort_as_on_the_cpu),
        cmocka_unit_test(many_elements_take_another_level_of_sums),
        cmocka_unit_test(peeks_between_digits_are_permutations),
    };
    const struct gl_suite suite = {.harness = &harness, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
