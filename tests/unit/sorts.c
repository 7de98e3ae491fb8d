// SPDX-License-Identifier: MIT
// Every setup of the table whose passes have mirrors, run on the host's checked machine,
// sorts. The argument names a family of setups; without one all families are tested.
#include <stdio.h>
#include <string.h>

#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"

#if defined(__has_feature)
#define WITH_SANITIZER __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define WITH_SANITIZER 1
#else
#define WITH_SANITIZER 0
#endif

enum { MOST_COUNTS = 16 };

// The forms of one algorithm on one backend, and what they sort.
struct family {
    const char* name;
    glsort_algorithm algorithm;
    glsort_backend backend;
    uint32_t stride;              // of the setups that sort a count, one in so many
    uint32_t most;                // of the plans on which several counts are sorted
    uint32_t counts[MOST_COUNTS]; // each on a plan of its own, the smallest ones aside
    uint32_t slow_counts;         // the last ones, sorted only if everything is tested
};

#define ARRAY GLSORT_ALGORITHM_ABISORT
#define TREE GLSORT_ALGORITHM_ABISORT_TREE

static const struct family families[] = {
    {"array",
     ARRAY,
     GLSORT_BACKEND_COMPUTE,
     3,
     9000,
     {2047, 2048, 2049, 4095, 4096, 4097, 5119, 5121, 6145, 8191, 8193, 10007, 12289,
      65535, 100000},
     0},
    {"array_draw",
     ARRAY,
     GLSORT_BACKEND_FRAGMENT,
     4,
     3000,
     {1023, 1024, 1025, 2047, 2049, 4096, 5000, 10007, 65537, 100000},
     1},
    {"tree",
     TREE,
     GLSORT_BACKEND_COMPUTE,
     7,
     3000,
     {1023, 1024, 1025, 2047, 2049, 4096, 5000, 65537, 100000},
     2},
    {"tree_draw",
     TREE,
     GLSORT_BACKEND_FRAGMENT,
     13,
     3000,
     {1023, 1024, 1025, 2047, 2049, 4096, 5000, 20011, 65536},
     2},
};

enum { FAMILIES = sizeof families / sizeof families[0] };

// Setup `at` of the table if it is of the family, otherwise NULL.
static const struct host_setup* member(const struct family* family, uint32_t at)
{
    const struct host_setup* setup = host_setup_at(at);
    bool is_of = setup->desc.tuning->algorithm == family->algorithm &&
                 setup->desc.backend == family->backend;
    return is_of ? setup : NULL;
}

static uint32_t count_count(const struct family* family)
{
    uint32_t count = 0;
    while (count < MOST_COUNTS && family->counts[count] != 0)
        ++count;
    return host_test_all() ? count : count - family->slow_counts;
}

// ---- every small count ----------------------------------------------------------------

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

static void sort_on_a_plan(const struct host_setup* setup, uint32_t at, uint32_t count)
{
    struct host_bench bench;
    host_bench_open(&bench, setup, count > 0 ? count : 1);
    for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d)
        if (is_due(count, at, d))
            assert_nothing_wrong(host_bench_sort(&bench, count, d));
    host_bench_close(&bench);
}

// Each count has a plan of its own. Counts below 200 (1100 in full length) are sorted in
// every distribution, larger ones in a single one; the distributions take turns, and so
// do the ways to hand over data.
static void every_small_count_of_every_distribution_is_sorted(void** state)
{
    const struct family* family = *state;
    for (uint32_t count = 0; count <= last_count(); ++count)
        for (uint32_t at = 0; at < host_mirrored_count(); ++at)
            if ((count + at) % family->stride == 0 && member(family, at) != NULL)
                sort_on_a_plan(member(family, at), at, count);
}

// ---- others ---------------------------------------------------------------------------

static void larger_counts_are_sorted(void** state)
{
    const struct family* family = *state;
    for (uint32_t c = 0; c < count_count(family); ++c)
        for (uint32_t at = 0; at < host_mirrored_count(); ++at) {
            const struct host_setup* setup = member(family, at);
            if (setup == NULL || !host_is_turn(c + at, family->stride))
                continue;
            struct host_bench bench;
            uint32_t count = family->counts[c];
            host_bench_open(&bench, setup, count);
            assert_nothing_wrong(
                host_bench_sort(&bench, count, (3 * c + at) % HOST_DISTRIBUTIONS));
            host_bench_close(&bench);
        }
}

// A count on the GPU may be any of these too: the schedule is that of the largest.
static void small_counts_after_large_ones_on_one_plan_are_sorted(void** state)
{
    const struct family* family = *state;
    const uint32_t most = family->most;
    const uint32_t counts[] = {most, 17, 1,   most - 1, 0,    1025, 2,  2049,
                               2048, 8,  257, 4097,     1024, 37,   600};
    const uint32_t all = sizeof counts / sizeof counts[0];
    for (uint32_t at = 0; at < host_mirrored_count(); ++at) {
        const struct host_setup* setup = member(family, at);
        if (setup == NULL || !host_is_turn(at, 2))
            continue;
        struct host_bench bench;
        host_bench_open(&bench, setup, most);
        for (uint32_t c = 0; c < all; ++c)
            if (counts[c] <= most && (c == 0 || host_is_turn(c + at, 3)))
                assert_nothing_wrong(
                    host_bench_sort(&bench, counts[c], (c + at) % HOST_DISTRIBUTIONS));
        host_bench_close(&bench);
    }
}

static void a_count_in_a_buffer_above_the_plans_is_clamped(void** state)
{
    const struct family* family = *state;
    for (uint32_t at = 0; at < host_mirrored_count(); ++at) {
        const struct host_setup* setup = member(family, at);
        if (setup == NULL || setup->desc.count_source != GLSORT_COUNT_FROM_BUFFER)
            continue;
        struct host_bench bench;
        host_bench_open(&bench, setup, 9001);
        host_bench_fill(&bench, 9001, 5);
        host_bench_begin(&bench, 0xFFFFFFFFu);
        if (!host_run(&bench.machine, &bench.core.schedule))
            fail_msg("%s: %s", setup->name, bench.machine.error);
        assert_nothing_wrong(host_bench_wrong(&bench, 9001));
        host_bench_close(&bench);
    }
}

static int run_family(const struct family* family)
{
    void* with = (void*)(uintptr_t)family; // cmocka's states are not const
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_small_count_of_every_distribution_is_sorted,
                                  with),
        cmocka_unit_test_prestate(larger_counts_are_sorted, with),
        cmocka_unit_test_prestate(small_counts_after_large_ones_on_one_plan_are_sorted,
                                  with),
        cmocka_unit_test_prestate(a_count_in_a_buffer_above_the_plans_is_clamped, with),
    };
    return cmocka_run_group_tests_name(family->name, tests, NULL, NULL);
}

int main(int argc, char** argv)
{
    int failed = 0;
    bool found = argc < 2;
    for (uint32_t i = 0; i < FAMILIES; ++i) {
        bool wanted = argc < 2 || strcmp(argv[1], families[i].name) == 0;
        found |= wanted;
        failed += wanted ? run_family(&families[i]) : 0;
    }
    if (!found)
        fprintf(stderr, "%s: no family \"%s\"\n", argv[0], argv[1]);
    return failed + !found;
}
