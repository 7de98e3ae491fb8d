// SPDX-License-Identifier: MIT
#include "forms.h"

#include "peers.h"

#define ARRAY(BACKEND, SPLIT)                                                            \
    .algorithm = GLSORT_ALGORITHM_ABISORT, .backend = GLSORT_BACKEND_##BACKEND,          \
    .split = GLSORT_SPLIT_##SPLIT
#define TREE(BACKEND, SCHEDULE, LOCAL, MERGE)                                            \
    .algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .backend = GLSORT_BACKEND_##BACKEND,     \
    .tree_schedule = GLSORT_TREE_##SCHEDULE, .local_size = (LOCAL),                      \
    .merge_size = (MERGE)
#define BITONIC(BACKEND, NETWORK)                                                        \
    .algorithm = GLSORT_ALGORITHM_BITONIC, .backend = GLSORT_BACKEND_##BACKEND,          \
    .network = GLSORT_NETWORK_##NETWORK
#define RADIX(RANKING)                                                                   \
    .algorithm = GLSORT_ALGORITHM_RADIX, .backend = GLSORT_BACKEND_COMPUTE,              \
    .ranking = GLSORT_RANKING_##RANKING

const struct form forms[] = {
    {.name = "array compute fused", ARRAY(COMPUTE, FUSED)},
    {.name = "array compute partition", ARRAY(COMPUTE, PARTITION)},
    {.name = "array fragment direct", ARRAY(FRAGMENT, FUSED)},
    {.name = "array fragment partition", ARRAY(FRAGMENT, PARTITION)},
    {.name = "tree compute pure simple", TREE(COMPUTE, SIMPLE, 1, 2)},
    {.name = "tree compute pure overlapped", TREE(COMPUTE, OVERLAPPED, 1, 2)},
    {.name = "tree compute 8+16 simple", TREE(COMPUTE, SIMPLE, 8, 16)},
    {.name = "tree compute 8+16 overlapped", TREE(COMPUTE, OVERLAPPED, 8, 16)},
    {.name = "tree compute 1024+1024 overlapped", TREE(COMPUTE, OVERLAPPED, 1024, 1024)},
    {.name = "tree fragment pure overlapped", TREE(FRAGMENT, OVERLAPPED, 1, 2)},
    {.name = "tree fragment 8+16 overlapped", TREE(FRAGMENT, OVERLAPPED, 8, 16)},
    {.name = "bitonic compute blocks", BITONIC(COMPUTE, BLOCKS)},
    {.name = "bitonic compute two kernels", BITONIC(COMPUTE, TWO_KERNELS)},
    {.name = "bitonic fragment columns", BITONIC(FRAGMENT, COLUMNS)},
    {.name = "bitonic fragment packed", BITONIC(FRAGMENT, PACKED)},
    {.name = "radix compute tiles", RADIX(TILES)},
    {.name = "radix compute items", RADIX(ITEMS)},
    {.name = "CPU qsort", .peer = peer_qsort},
    {.name = "CPU std::sort", .peer = peer_std_sort},
    {.name = "CPU std::stable_sort", .peer = peer_std_stable_sort},
};

const uint32_t form_count = sizeof forms / sizeof *forms;

_Static_assert(sizeof forms / sizeof *forms <= MAX_FORMS, "the measurements have room");
