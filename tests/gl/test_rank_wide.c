// SPDX-License-Identifier: MIT
// Keys of two words in the merges by ranks, which compare them whole.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"
#include "shared/rank.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 9000, RUN = 1 << RANK_RUN_MEDIUM_LOG };

static const glsort_tuning rank = {.method = GLSORT_METHOD_RANK};

static const struct {
    glsort_key key;
    glsort_values values;
    uint32_t gathers; // passes that move values of several words
} kinds[] = {
    {GLSORT_KEY_U64, GLSORT_VALUES_NONE, 0},
    {GLSORT_KEY_F64, GLSORT_VALUES_INDICES, 0},
    {GLSORT_KEY_I64, GLSORT_VALUES_4_BYTES, 0},
    {GLSORT_KEY_F64, GLSORT_VALUES_8_BYTES, 1},
    {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES, 1},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

// Where the first elements are: at words that are multiples of four, or odd.
static const uint32_t leads[2][5] = {{4, 8, 4, 12, 1}, {1, 3, 5, 7, 1}};

static struct gl_sorter_desc describe(uint32_t kind, uint32_t way, uint32_t most)
{
    struct gl_sorter_desc desc = {
        .plan = {.max_count = most,
                 .key = kinds[kind].key,
                 .values = kinds[kind].values,
                 .direction = (glsort_direction)(way % 2),
                 .tuning = &rank},
        .in_place = way / 2 % 2 == 1,
        .room = most,
    };
    memcpy(desc.leads, leads[way / 4 % 2], sizeof desc.leads);
    return desc;
}

// No words are extracted, and no keys gathered.
static void whole_keys_are_sorted_in_runs_and_merged(void** state)
{
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        struct gl_sorter s;
        const struct gl_sorter_desc desc = describe(kind, 0, 64 * RUN);
        gl_sorter_open(&s, &harness, context, &desc);
        glsort_plan_info info;
        gl_sorter_require(&s, glsort_plan_describe(s.plan, 64 * RUN, 0, &info));
        assert_int_equal(info.pass_count, 1 + 2 + kinds[kind].gathers);
        gl_sorter_require(&s, glsort_plan_describe(s.plan, RUN, 0, &info));
        assert_int_equal(info.pass_count, 1 + kinds[kind].gathers);
        gl_sorter_close(&s);
    }
}

static void every_kind_sorts_as_on_the_cpu_at_even_and_odd_words(void** state)
{
    static const uint32_t counts[] = {MOST, 0, 1, 2, RUN - 1, RUN + 1, 8 * RUN};
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        for (uint32_t way = 0; way < 8; ++way) {
            struct gl_sorter s;
            if (!gl_test_all() && way % 4 != (kind + way / 4) % 4)
                continue;
            const struct gl_sorter_desc desc = describe(kind, way, MOST);
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
            gl_sorter_check(&s, DATA_SPECIAL, way, 2 * RUN + 5);
            gl_sorter_check(&s, DATA_FEW, way, 3 * RUN);
            gl_sorter_close(&s);
        }
    }
}

// Runs of 512 where one of them, or two passes of merges, suffice.
static void short_runs_sort_as_on_the_cpu(void** state)
{
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        for (uint32_t log = 9; log <= 13; log += 4) {
            struct gl_sorter s;
            const struct gl_sorter_desc desc = describe(kind, kind, 1u << log);
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_UNIFORM, log, 1u << log);
            gl_sorter_check(&s, DATA_FEW, log, (1u << log) - 3);
            gl_sorter_close(&s);
        }
    }
}

// Words that are equal, where the other one decides.
static void either_word_decides(void** state)
{
    static const uint32_t same[][2] = {{0xFFFFFFFFu, 0xFFFFFFFFu},
                                       {0xFFFFFFFFu, 0},
                                       {0, 0xFFFFFFFFu},
                                       {0xFFFFFFF0u, 0xFFFFFFFEu},
                                       {0x7FFFFFFFu, 0x7FFFFFFFu}};
    for (uint32_t way = 0; way < 3; ++way) {
        struct gl_sorter s;
        const struct gl_sorter_desc desc = describe(way, way, MOST);
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t i = 0; i < sizeof same / sizeof same[0]; ++i)
            gl_sorter_check_alike(&s, same[i], i, 2500);
        gl_sorter_close(&s);
    }
}

static void keys_are_discarded_if_only_values_are_wanted(void** state)
{
    for (uint32_t kind = 1; kind < KINDS; ++kind) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(kind, kind, MOST);
        desc.plan.flags = GLSORT_PLAN_DISCARD_KEYS;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, kind, 2 * RUN + 9);
        gl_sorter_check(&s, DATA_FEW, kind, RUN - 3);
        gl_sorter_close(&s);
    }
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        for (uint32_t on_gpu = 0; on_gpu < 2; ++on_gpu) {
            struct gl_sorter s;
            struct gl_view v;
            struct gl_sorter_desc desc = describe(kind, kind, MOST);
            desc.plan.count_source = (glsort_count_source)on_gpu;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_view_open(&v, &s);
            gl_sorter_watch(&s, &v, DATA_UNIFORM, 2 * RUN + 40);
            gl_sorter_watch(&s, &v, DATA_FEW, 50);
            gl_view_close(&v);
            gl_sorter_close(&s);
        }
    }
}

// Counts for which merges of the largest count have nothing to do.
static void counts_on_the_gpu_are_obeyed(void** state)
{
    static const uint32_t counts[] = {5000, 0, 1, RUN, MOST, 8 * RUN, 3001};
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(kind, kind + 2, MOST);
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
        gl_sorter_close(&s);
    }
}

// A range of bits, and one pass over few elements, are sorts of words.
static void other_sorts_take_a_word_at_a_time(void** state)
{
    for (uint32_t i = 0; i < 2; ++i) {
        static const glsort_tuning all = {.method = GLSORT_METHOD_RANK_ALL};
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(2, i, 3000);
        glsort_plan_info info;
        desc.plan.first_bit = i == 0 ? 4 : 0;
        desc.plan.tuning = i == 0 ? &rank : &all;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_require(&s, glsort_plan_describe(s.plan, 3000, 0, &info));
        assert_true(info.pass_count > 4);
        gl_sorter_check(&s, DATA_FEW, i, 3000);
        gl_sorter_close(&s);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_keys_are_sorted_in_runs_and_merged),
        cmocka_unit_test(every_kind_sorts_as_on_the_cpu_at_even_and_odd_words),
        cmocka_unit_test(short_runs_sort_as_on_the_cpu),
        cmocka_unit_test(either_word_decides),
        cmocka_unit_test(keys_are_discarded_if_only_values_are_wanted),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(counts_on_the_gpu_are_obeyed),
        cmocka_unit_test(other_sorts_take_a_word_at_a_time),
    };
    const struct gl_suite suite = {
        .harness = &harness, .mock = &mock, .context = &context, .apis = 1u << GL_API_43};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
