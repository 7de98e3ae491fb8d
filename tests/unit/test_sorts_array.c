// SPDX-License-Identifier: MIT
// The array form's schedules of compute passes, run on the host's checked machine, sort.
#include "host_data.h"
#include "host_sweep.h"
#include "host_test.h"

#define ARRAY GLSORT_ALGORITHM_ABISORT
#define FUSED GLSORT_SPLIT_FUSED
#define PARTITION GLSORT_SPLIT_PARTITION

static const struct host_setup setups[] = {
    {.name = "array compute, fused",
     .desc = {.algorithm = ARRAY, .split = FUSED, .values = GLSORT_VALUES_U32}},
    {.name = "array compute, partition, in place",
     .desc = {.algorithm = ARRAY, .split = PARTITION, .values = GLSORT_VALUES_U32},
     .in_place = true},
    {.name = "array compute, partition, indices, f32 descending",
     .desc = {.algorithm = ARRAY,
              .split = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .key = GLSORT_KEY_F32,
              .order = GLSORT_DESCENDING}},
    {.name = "array compute, fused, keys alone, i32",
     .desc = {.algorithm = ARRAY, .split = FUSED, .key = GLSORT_KEY_I32}},
    {.name = "array compute, partition, indices alone",
     .desc = {.algorithm = ARRAY,
              .split = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .flags = GLSORT_PLAN_DISCARD_KEYS}},
};

static const struct host_setup by_gpu[] = {
    {.name = "array compute, fused, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .split = FUSED,
              .values = GLSORT_VALUES_U32,
              .count_source = GLSORT_COUNT_FROM_BUFFER}},
    {.name = "array compute, partition, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .split = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .count_source = GLSORT_COUNT_FROM_BUFFER}},
};

enum { SETUPS = sizeof setups / sizeof setups[0] };

static void every_small_count_of_every_distribution_is_sorted(void** state)
{
    host_sweep_small(setups, SETUPS);
}

static void larger_counts_are_sorted(void** state)
{
    static const uint32_t counts[] = {2047, 2048, 2049, 3071,  3073,  4095,  4096,
                                      4097, 5000, 6145, 10007, 65535, 100000};
    uint32_t slow = host_test_all() ? 0 : 0;
    host_sweep_counts(setups, SETUPS, counts, sizeof counts / sizeof counts[0] - slow);
}

static void small_counts_after_large_ones_on_one_plan_are_sorted(void** state)
{
    static const uint32_t counts[] = {9000, 17, 1, 8193, 0, 1025, 2, 9000, 8, 257};
    host_sweep_one_plan(setups, SETUPS, counts, sizeof counts / sizeof counts[0]);
}

static void a_count_in_a_buffer_below_the_plans_is_sorted(void** state)
{

    for (uint32_t i = 0; i < sizeof by_gpu / sizeof by_gpu[0]; ++i) {
        struct host_bench bench;
        host_bench_open(&bench, &by_gpu[i], 5000);
        static const uint32_t counts[] = {5000, 4999, 4097, 2048, 2049,
                                          1024, 1,    0,    37,   600};
        for (uint32_t c = 0; c < sizeof counts / sizeof counts[0]; ++c)
            assert_nothing_wrong(host_bench_sort(&bench, counts[c], (c + i) % 8));
        host_bench_close(&bench);
    }
}

// A count above the largest is clamped to it.
static void a_count_in_a_buffer_above_the_plans_is_clamped(void** state)
{
    for (uint32_t i = 0; i < sizeof by_gpu / sizeof by_gpu[0]; ++i) {
        struct host_bench bench;
        host_bench_open(&bench, &by_gpu[i], 3001);
        host_bench_fill(&bench, 3001, 5);
        host_bench_begin(&bench, 0xFFFFFFFFu);
        if (!host_run(&bench.machine, &bench.core.schedule))
            fail_msg("%s: %s", by_gpu[i].name, bench.machine.error);
        assert_nothing_wrong(host_bench_wrong(&bench, 3001));
        host_bench_close(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_count_of_every_distribution_is_sorted),
        cmocka_unit_test(larger_counts_are_sorted),
        cmocka_unit_test(small_counts_after_large_ones_on_one_plan_are_sorted),
        cmocka_unit_test(a_count_in_a_buffer_below_the_plans_is_sorted),
        cmocka_unit_test(a_count_in_a_buffer_above_the_plans_is_clamped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
