// SPDX-License-Identifier: MIT
// The array form's schedules of fragment passes, run on the host's checked machine, sort.
#include "host_sweep.h"

#define FRAGMENT GLSORT_BACKEND_FRAGMENT
#define ARRAY GLSORT_ALGORITHM_ABISORT
#define FUSED GLSORT_METHOD_ABISORT_FUSED
#define PARTITION GLSORT_METHOD_ABISORT_PARTITION

static const struct host_setup setups[] = {
    {.name = "array fragment, fused",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = FUSED,
              .values = GLSORT_VALUES_4_BYTES},
     .version = 330},
    {.name = "array fragment, partition, f32",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .key = GLSORT_KEY_F32},
     .version = 300},
    {.name = "array fragment, fused, textures",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = FUSED,
              .storage = GLSORT_STORAGE_TEXTURES,
              .key = GLSORT_KEY_I32},
     .version = 300},
    {.name = "array fragment, partition, textures, descending",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = PARTITION,
              .storage = GLSORT_STORAGE_TEXTURES,
              .values = GLSORT_VALUES_4_BYTES,
              .direction = GLSORT_DESCENDING},
     .version = 330},
    {.name = "array fragment, partition, values alone, in place",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = PARTITION,
              .values = GLSORT_VALUES_4_BYTES,
              .flags = GLSORT_PLAN_DISCARD_KEYS},
     .version = 330,
     .in_place = true},
};

static const struct host_setup by_gpu[] = {
    {.name = "array fragment, fused, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = FUSED,
              .values = GLSORT_VALUES_4_BYTES,
              .count_source = GLSORT_COUNT_FROM_BUFFER},
     .version = 330},
    {.name = "array fragment, partition, textures, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .backend = FRAGMENT,
              .method = PARTITION,
              .storage = GLSORT_STORAGE_TEXTURES,
              .values = GLSORT_VALUES_INDICES,
              .count_source = GLSORT_COUNT_FROM_BUFFER},
     .version = 300},
};

static const uint32_t counts[] = {1023, 1024, 1025,  2047,  2049,
                                  4096, 5000, 10007, 65537, 100000};

int main(void)
{
    const struct host_sweep sweep = {
        .setups = setups,
        .setup_count = sizeof setups / sizeof setups[0],
        .counts = counts,
        .count_count = sizeof counts / sizeof counts[0],
        .slow_counts = 1,
        .most = 3000,
        .on_gpu = by_gpu,
        .on_gpu_count = sizeof by_gpu / sizeof by_gpu[0],
    };
    return host_sweep_run(&sweep);
}
