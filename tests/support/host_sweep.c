// SPDX-License-Identifier: MIT
#include "host_sweep.h"

#include "host_data.h"
#include "host_test.h"

#if defined(__has_feature)
#define WITH_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_SANITIZER 1
#else
#define WITH_SANITIZER 0
#endif

static uint32_t last_count(void)
{
    if (host_test_all())
        return 4200;
    return WITH_SANITIZER ? 300 : 600; // several times as slow
}

static bool is_due(uint32_t count, uint32_t setup, uint32_t distribution)
{
    uint32_t all_below = host_test_all() ? 1100 : 200;
    return count < all_below || (count + setup + distribution) % HOST_DISTRIBUTIONS == 0;
}

void host_sweep_small(const struct host_setup* setups, uint32_t setup_count)
{
    uint32_t last = last_count();
    for (uint32_t count = 0; count <= last; ++count)
        for (uint32_t i = 0; i < setup_count; ++i) {
            struct host_bench bench;
            host_bench_open(&bench, &setups[i], count > 0 ? count : 1);
            for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d)
                if (is_due(count, i, d))
                    assert_nothing_wrong(host_bench_sort(&bench, count, d));
            host_bench_close(&bench);
        }
}

void host_sweep_counts(const struct host_setup* setups, uint32_t setup_count,
                       const uint32_t* counts, uint32_t count_count)
{
    for (uint32_t c = 0; c < count_count; ++c)
        for (uint32_t i = 0; i < setup_count; ++i) {
            struct host_bench bench;
            host_bench_open(&bench, &setups[i], counts[c]);
            assert_nothing_wrong(
                host_bench_sort(&bench, counts[c], (3 * c + i) % HOST_DISTRIBUTIONS));
            host_bench_close(&bench);
        }
}

void host_sweep_one_plan(const struct host_setup* setups, uint32_t setup_count,
                         const uint32_t* counts, uint32_t count_count)
{
    uint32_t most = 1;
    for (uint32_t c = 0; c < count_count; ++c)
        most = counts[c] > most ? counts[c] : most;
    for (uint32_t i = 0; i < setup_count; ++i) {
        struct host_bench bench;
        host_bench_open(&bench, &setups[i], most);
        for (uint32_t c = 0; c < count_count; ++c)
            assert_nothing_wrong(
                host_bench_sort(&bench, counts[c], (c + i) % HOST_DISTRIBUTIONS));
        host_bench_close(&bench);
    }
}

// ---- the tests in common --------------------------------------------------------------

static void every_small_count_of_every_distribution_is_sorted(void** state)
{
    const struct host_sweep* sweep = *state;
    host_sweep_small(sweep->setups, sweep->setup_count);
}

static void larger_counts_are_sorted(void** state)
{
    const struct host_sweep* sweep = *state;
    uint32_t slow = host_test_all() ? 0 : sweep->slow_counts;
    host_sweep_counts(sweep->setups, sweep->setup_count, sweep->counts,
                      sweep->count_count - slow);
}

static void small_counts_after_large_ones_on_one_plan_are_sorted(void** state)
{
    const struct host_sweep* sweep = *state;
    const uint32_t most = sweep->most;
    const uint32_t counts[] = {most, 17, 1, most - 1, 0, 1025, 2, most, 8, 257};
    host_sweep_one_plan(sweep->setups, sweep->setup_count, counts,
                        sizeof counts / sizeof counts[0]);
}

static void a_count_in_a_buffer_below_the_plans_is_sorted(void** state)
{
    static const uint32_t counts[] = {5000, 4999, 4097, 2048, 2049, 1024, 1, 0, 37, 600};
    const struct host_sweep* sweep = *state;
    host_sweep_one_plan(sweep->on_gpu, sweep->on_gpu_count, counts,
                        sizeof counts / sizeof counts[0]);
}

// A count above the largest is clamped to it.
static void a_count_in_a_buffer_above_the_plans_is_clamped(void** state)
{
    const struct host_sweep* sweep = *state;
    for (uint32_t i = 0; i < sweep->on_gpu_count; ++i) {
        struct host_bench bench;
        host_bench_open(&bench, &sweep->on_gpu[i], 9001);
        host_bench_fill(&bench, 9001, 5);
        host_bench_begin(&bench, 0xFFFFFFFFu);
        if (!host_run(&bench.machine, &bench.core.schedule))
            fail_msg("%s: %s", sweep->on_gpu[i].name, bench.machine.error);
        assert_nothing_wrong(host_bench_wrong(&bench, 9001));
        host_bench_close(&bench);
    }
}

int host_sweep_run(const struct host_sweep* sweep)
{
    void* with = (void*)(uintptr_t)sweep; // cmocka's states are not const
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_small_count_of_every_distribution_is_sorted,
                                  with),
        cmocka_unit_test_prestate(larger_counts_are_sorted, with),
        cmocka_unit_test_prestate(small_counts_after_large_ones_on_one_plan_are_sorted,
                                  with),
    };
    const struct CMUnitTest on_gpu[] = {
        cmocka_unit_test_prestate(a_count_in_a_buffer_below_the_plans_is_sorted, with),
        cmocka_unit_test_prestate(a_count_in_a_buffer_above_the_plans_is_clamped, with),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (sweep->on_gpu_count > 0)
        failed += cmocka_run_group_tests(on_gpu, NULL, NULL);
    return failed;
}
