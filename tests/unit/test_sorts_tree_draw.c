// SPDX-License-Identifier: MIT
// The tree form's schedules of fragment passes, run on the host's checked machine, sort.
#include "host_sweep.h"

#define FRAGMENT GLSORT_BACKEND_FRAGMENT
#define TREE GLSORT_ALGORITHM_ABISORT_TREE

static const struct host_setup setups[] = {
    {.name = "tree fragment, pure, overlapped",
     .desc = {.algorithm = TREE,
              .backend = FRAGMENT,
              .local_size = 1,
              .merge_size = 2,
              .values = GLSORT_VALUES_4_BYTES},
     .version = 330},
    {.name = "tree fragment, pure, simple, textures",
     .desc = {.algorithm = TREE,
              .backend = FRAGMENT,
              .local_size = 1,
              .merge_size = 2,
              .method = GLSORT_METHOD_TREE_SIMPLE,
              .storage = GLSORT_STORAGE_TEXTURES,
              .values = GLSORT_VALUES_INDICES},
     .version = 300},
    {.name = "tree fragment, 8 and 16, overlapped, textures",
     .desc = {.algorithm = TREE,
              .backend = FRAGMENT,
              .storage = GLSORT_STORAGE_TEXTURES,
              .values = GLSORT_VALUES_4_BYTES,
              .key = GLSORT_KEY_F32},
     .version = 300},
    {.name = "tree fragment, 8 and 16, simple",
     .desc = {.algorithm = TREE,
              .backend = FRAGMENT,
              .method = GLSORT_METHOD_TREE_SIMPLE,
              .values = GLSORT_VALUES_INDICES,
              .direction = GLSORT_DESCENDING},
     .version = 330},
};

static const uint32_t counts[] = {1023, 1024, 1025, 2047, 2049, 4096, 5000, 20011, 65536};

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
