// SPDX-License-Identifier: MIT
// The array form's schedules of compute passes, run on the host's checked machine, sort.
#include "host_sweep.h"

#define ARRAY GLSORT_ALGORITHM_ABISORT
#define FUSED GLSORT_METHOD_ABISORT_FUSED
#define PARTITION GLSORT_METHOD_ABISORT_PARTITION

static const struct host_setup setups[] = {
    {.name = "array compute, fused",
     .desc = {.algorithm = ARRAY, .method = FUSED, .values = GLSORT_VALUES_4_BYTES}},
    {.name = "array compute, partition, in place",
     .desc = {.algorithm = ARRAY, .method = PARTITION, .values = GLSORT_VALUES_4_BYTES},
     .in_place = true},
    {.name = "array compute, partition, indices, f32 descending",
     .desc = {.algorithm = ARRAY,
              .method = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .key = GLSORT_KEY_F32,
              .direction = GLSORT_DESCENDING}},
    {.name = "array compute, fused, keys alone, i32",
     .desc = {.algorithm = ARRAY, .method = FUSED, .key = GLSORT_KEY_I32}},
    {.name = "array compute, partition, indices alone",
     .desc = {.algorithm = ARRAY,
              .method = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .flags = GLSORT_PLAN_DISCARD_KEYS}},
};

static const struct host_setup by_gpu[] = {
    {.name = "array compute, fused, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .method = FUSED,
              .values = GLSORT_VALUES_4_BYTES,
              .count_source = GLSORT_COUNT_FROM_BUFFER}},
    {.name = "array compute, partition, count in a buffer",
     .desc = {.algorithm = ARRAY,
              .method = PARTITION,
              .values = GLSORT_VALUES_INDICES,
              .count_source = GLSORT_COUNT_FROM_BUFFER}},
};

static const uint32_t counts[] = {2047, 2048, 2049, 4095,  4096,  4097,  5119,  5121,
                                  6145, 8191, 8193, 10007, 12289, 65535, 100000};

int main(void)
{
    const struct host_sweep sweep = {
        .setups = setups,
        .setup_count = sizeof setups / sizeof setups[0],
        .counts = counts,
        .count_count = sizeof counts / sizeof counts[0],
        .most = 9000,
        .on_gpu = by_gpu,
        .on_gpu_count = sizeof by_gpu / sizeof by_gpu[0],
    };
    return host_sweep_run(&sweep);
}
