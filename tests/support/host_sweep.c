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
