// SPDX-License-Identifier: MIT
// The tree form's schedules of compute passes, run on the host's checked machine, sort.
#include "host_sweep.h"

#define TREE GLSORT_ALGORITHM_ABISORT_TREE

static const struct host_setup setups[] = {
    {.name = "tree compute, pure, simple",
     .desc = {.algorithm = TREE,
              .method = GLSORT_METHOD_TREE_SIMPLE,
              .local_size = 1,
              .merge_size = 2,
              .values = GLSORT_VALUES_INDICES}},
    {.name = "tree compute, pure, overlapped, in place",
     .desc = {.algorithm = TREE,
              .local_size = 1,
              .merge_size = 2,
              .values = GLSORT_VALUES_4_BYTES},
     .in_place = true},
    {.name = "tree compute, 8 and 16, simple, i32",
     .desc = {.algorithm = TREE,
              .method = GLSORT_METHOD_TREE_SIMPLE,
              .key = GLSORT_KEY_I32}},
    {.name = "tree compute, 8 and 16, overlapped, f32 descending",
     .desc = {.algorithm = TREE,
              .key = GLSORT_KEY_F32,
              .direction = GLSORT_DESCENDING,
              .values = GLSORT_VALUES_4_BYTES}},
    {.name = "tree compute, 1024 and 1024, simple",
     .desc = {.algorithm = TREE,
              .method = GLSORT_METHOD_TREE_SIMPLE,
              .local_size = 1024,
              .merge_size = 1024,
              .values = GLSORT_VALUES_4_BYTES,
              .flags = GLSORT_PLAN_DISCARD_KEYS}},
    {.name = "tree compute, 1024 and 1024, overlapped",
     .desc = {.algorithm = TREE,
              .local_size = 1024,
              .merge_size = 1024,
              .values = GLSORT_VALUES_INDICES}},
    {.name = "tree compute, 2 and 64, overlapped",
     .desc = {.algorithm = TREE, .local_size = 2, .merge_size = 64}},
};

static const uint32_t counts[] = {1023, 1024, 1025,  2047,  2049,
                                  4096, 5000, 65537, 100000};

int main(void)
{
    const struct host_sweep sweep = {
        .setups = setups,
        .setup_count = sizeof setups / sizeof setups[0],
        .counts = counts,
        .count_count = sizeof counts / sizeof counts[0],
        .slow_counts = 2,
        .most = 3000,
    };
    return host_sweep_run(&sweep);
}
