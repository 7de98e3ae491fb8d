// SPDX-License-Identifier: MIT
#include "forms.h"

#include <stddef.h>

#define AUTO .backend = GLSORT_BACKEND_AUTO
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
#define LOCAL(NETWORK, SIZE)                                                             \
    BITONIC(COMPUTE, NETWORK), .flags = GLSORT_PLAN_BLOCKS, .local_size = (SIZE)
#define RADIX(RANKING)                                                                   \
    .algorithm = GLSORT_ALGORITHM_RADIX, .backend = GLSORT_BACKEND_COMPUTE,              \
    .ranking = GLSORT_RANKING_##RANKING

const struct form forms[] = {
    {"auto", "auto", {AUTO}},
    {"abisort", "fused", {ARRAY(COMPUTE, FUSED)}},
    {"abisort", "partition", {ARRAY(COMPUTE, PARTITION)}},
    {"abisort", "ranks", {ARRAY(COMPUTE, RANKS)}},
    {"abisort", "all", {ARRAY(COMPUTE, ALL)}},
    {"abisort", "fused", {ARRAY(FRAGMENT, FUSED)}},
    {"abisort", "partition", {ARRAY(FRAGMENT, PARTITION)}},
    {"abisort-tree", "simple-1-2", {TREE(COMPUTE, SIMPLE, 1, 2)}},
    {"abisort-tree", "overlapped-1-2", {TREE(COMPUTE, OVERLAPPED, 1, 2)}},
    {"abisort-tree", "simple-8-16", {TREE(COMPUTE, SIMPLE, 8, 16)}},
    {"abisort-tree", "overlapped-8-16", {TREE(COMPUTE, OVERLAPPED, 8, 16)}},
    {"abisort-tree", "overlapped-1024-1024", {TREE(COMPUTE, OVERLAPPED, 1024, 1024)}},
    {"abisort-tree", "overlapped-1-2", {TREE(FRAGMENT, OVERLAPPED, 1, 2)}},
    {"abisort-tree", "overlapped-8-16", {TREE(FRAGMENT, OVERLAPPED, 8, 16)}},
    {"bitonic", "blocks", {BITONIC(COMPUTE, BLOCKS)}},
    {"bitonic", "two-kernels", {BITONIC(COMPUTE, TWO_KERNELS)}},
    {"bitonic", "columns", {BITONIC(FRAGMENT, COLUMNS)}},
    {"bitonic", "packed", {BITONIC(FRAGMENT, PACKED)}},
    {"radix", "tiles", {RADIX(TILES)}},
    {"radix", "ballots", {RADIX(BALLOTS)}},
    {"radix", "items", {RADIX(ITEMS)}},
    {"radix", "chain", {RADIX(CHAIN)}},
    {"bitonic-local", "read-1", {LOCAL(LOCAL_READ, 1)}},
    {"bitonic-local", "keep-1", {LOCAL(LOCAL_KEEP, 1)}},
    {"bitonic-local", "read-2", {LOCAL(LOCAL_READ, 2)}},
    {"bitonic-local", "keep-2", {LOCAL(LOCAL_KEEP, 2)}},
    {"bitonic-local", "read-4", {LOCAL(LOCAL_READ, 4)}},
    {"bitonic-local", "keep-4", {LOCAL(LOCAL_KEEP, 4)}},
    {"bitonic-local", "read-8", {LOCAL(LOCAL_READ, 8)}},
    {"bitonic-local", "keep-8", {LOCAL(LOCAL_KEEP, 8)}},
    {"bitonic-local", "read-16", {LOCAL(LOCAL_READ, 16)}},
    {"bitonic-local", "keep-16", {LOCAL(LOCAL_KEEP, 16)}},
    {"bitonic-local", "read-32", {LOCAL(LOCAL_READ, 32)}},
    {"bitonic-local", "keep-32", {LOCAL(LOCAL_KEEP, 32)}},
    {"bitonic-local", "read-64", {LOCAL(LOCAL_READ, 64)}},
    {"bitonic-local", "keep-64", {LOCAL(LOCAL_KEEP, 64)}},
    {"bitonic-local", "read-128", {LOCAL(LOCAL_READ, 128)}},
    {"bitonic-local", "keep-128", {LOCAL(LOCAL_KEEP, 128)}},
    {"bitonic-local", "read-256", {LOCAL(LOCAL_READ, 256)}},
    {"bitonic-local", "keep-256", {LOCAL(LOCAL_KEEP, 256)}},
    {"bitonic-local", "read-512", {LOCAL(LOCAL_READ, 512)}},
    {"bitonic-local", "keep-512", {LOCAL(LOCAL_KEEP, 512)}},
    {"bitonic-local", "read-1024", {LOCAL(LOCAL_READ, 1024)}},
    {"bitonic-local", "keep-1024", {LOCAL(LOCAL_KEEP, 1024)}},
    {0},
};

const char* backend_name(glsort_backend backend)
{
    static const char* const names[] = {"auto", "compute", "fragment"};
    return names[backend];
}

const char* algorithm_name(glsort_algorithm algorithm)
{
    const struct form* form = forms;
    while (form->algorithm && form->desc.algorithm != algorithm)
        form++;
    return form->algorithm;
}
