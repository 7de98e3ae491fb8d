// SPDX-License-Identifier: MIT
// The tree form's schedules of compute passes, run on the host's checked machine, sort.
#include "host_data.h"
#include "host_sweep.h"
#include "host_test.h"

#define TREE GLSORT_ALGORITHM_ABISORT_TREE

static const struct host_setup setups[] = {
    {.name = "tree compute, pure, simple",
     .desc = {.algorithm = TREE,
              .tree_schedule = GLSORT_TREE_SIMPLE,
              .local_size = 1,
              .merge_size = 2,
              .values = GLSORT_VALUES_INDICES}},
    {.name = "tree compute, pure, overlapped, in place",
     .desc = {.algorithm = TREE,
              .local_size = 1,
              .merge_size = 2,
              .values = GLSORT_VALUES_U32},
     .in_place = true},
    {.name = "tree compute, 8 and 16, simple, i32",
     .desc = {.algorithm = TREE,
              .tree_schedule = GLSORT_TREE_SIMPLE,
              .key = GLSORT_KEY_I32}},
    {.name = "tree compute, 8 and 16, overlapped, f32 descending",
     .desc = {.algorithm = TREE,
              .key = GLSORT_KEY_F32,
              .order = GLSORT_DESCENDING,
              .values = GLSORT_VALUES_U32}},
    {.name = "tree compute, 1024 and 1024, simple",
     .desc = {.algorithm = TREE,
              .tree_schedule = GLSORT_TREE_SIMPLE,
              .local_size = 1024,
              .merge_size = 1024,
              .values = GLSORT_VALUES_U32,
              .flags = GLSORT_PLAN_DISCARD_KEYS}},
    {.name = "tree compute, 1024 and 1024, overlapped",
     .desc = {.algorithm = TREE,
              .local_size = 1024,
              .merge_size = 1024,
              .values = GLSORT_VALUES_INDICES}},
    {.name = "tree compute, 2 and 64, overlapped",
     .desc = {.algorithm = TREE, .local_size = 2, .merge_size = 64}},
};

enum { SETUPS = sizeof setups / sizeof setups[0] };

static void every_small_count_of_every_distribution_is_sorted(void** state)
{
    host_sweep_small(setups, SETUPS);
}

static void larger_counts_are_sorted(void** state)
{
    static const uint32_t counts[] = {1023, 1024, 1025,  2047,  2049,
                                      4096, 5000, 65537, 100000};
    uint32_t slow = host_test_all() ? 0 : 2;
    host_sweep_counts(setups, SETUPS, counts, sizeof counts / sizeof counts[0] - slow);
}

static void small_counts_after_large_ones_on_one_plan_are_sorted(void** state)
{
    static const uint32_t counts[] = {3000, 17, 1, 2999, 0, 1025, 2, 3000, 8, 257};
    host_sweep_one_plan(setups, SETUPS, counts, sizeof counts / sizeof counts[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_count_of_every_distribution_is_sorted),
        cmocka_unit_test(larger_counts_are_sorted),
        cmocka_unit_test(small_counts_after_large_ones_on_one_plan_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
