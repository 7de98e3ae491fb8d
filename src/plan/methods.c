// SPDX-License-Identifier: MIT
// The only list of methods. forms.c lists them with backends and sizes, choice.c says
// which of them AUTO takes.
#include "methods.h"

#include <assert.h>

#define COMPUTE BACKEND_BIT(GLSORT_BACKEND_COMPUTE)
#define FRAGMENT BACKEND_BIT(GLSORT_BACKEND_FRAGMENT)
#define SIZES (ABOUT_LOCAL_SIZE | ABOUT_MERGE_SIZE)

#define ABISORT(NAME, SPLIT)                                                             \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_ABISORT,                             \
        .backends = COMPUTE | FRAGMENT, .uses = ABOUT_COUNT_SOURCE,                      \
        .split = GLSORT_SPLIT_##SPLIT, .local = GLSORT_LOCAL_NETWORK                     \
    }
#define RANK(NAME, SPLIT)                                                                \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_RANK, .backends = COMPUTE,           \
        .uses = ABOUT_COUNT_SOURCE, .scatters = true, .split = GLSORT_SPLIT_##SPLIT,     \
        .local = GLSORT_LOCAL_RANKS                                                      \
    }
#define TREE(NAME, SCHEDULE)                                                             \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,                        \
        .backends = COMPUTE | FRAGMENT, .uses = SIZES, .local_size = 8,                  \
        .merge_size = 16, .tree_schedule = GLSORT_TREE_##SCHEDULE                        \
    }
#define BITONIC(NAME, BACKENDS, USES, NETWORK)                                           \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_BITONIC, .backends = BACKENDS,       \
        .uses = USES, .network = GLSORT_NETWORK_##NETWORK                                \
    }
#define BITONIC_LOCAL(NAME, NETWORK)                                                     \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_BITONIC, .backends = COMPUTE,        \
        .uses = ABOUT_LOCAL_SIZE, .local_size = 1024, .blocks_alone = true,              \
        .network = GLSORT_NETWORK_##NETWORK                                              \
    }
#define RADIX(NAME, RANKING)                                                             \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_RADIX, .backends = COMPUTE,          \
        .uses = ABOUT_COUNT_SOURCE, .scatters = true,                                    \
        .ranking = GLSORT_RANKING_##RANKING                                              \
    }

static const struct method methods[METHOD_COUNT] = {
    [GLSORT_METHOD_AUTO] = {.name = "auto"},
    [GLSORT_METHOD_ABISORT_FUSED] = ABISORT("abisort-fused", FUSED),
    [GLSORT_METHOD_ABISORT_PARTITION] = ABISORT("abisort-partition", PARTITION),
    [GLSORT_METHOD_TREE] = TREE("tree", OVERLAPPED),
    [GLSORT_METHOD_TREE_SIMPLE] = TREE("tree-simple", SIMPLE),
    [GLSORT_METHOD_RANK] = RANK("rank", RANKS),
    [GLSORT_METHOD_RANK_ALL] = RANK("rank-all", ALL),
    [GLSORT_METHOD_BITONIC_BLOCKS] =
        BITONIC("bitonic-blocks", COMPUTE, ABOUT_COUNT_SOURCE, BLOCKS),
    [GLSORT_METHOD_BITONIC_TWO_KERNELS] =
        BITONIC("bitonic-two-kernels", COMPUTE, 0, TWO_KERNELS),
    [GLSORT_METHOD_BITONIC_LOCAL_READ] = BITONIC_LOCAL("bitonic-local-read", LOCAL_READ),
    [GLSORT_METHOD_BITONIC_LOCAL_KEEP] = BITONIC_LOCAL("bitonic-local-keep", LOCAL_KEEP),
    [GLSORT_METHOD_BITONIC_PACKED] = BITONIC("bitonic-packed", FRAGMENT, 0, PACKED),
    [GLSORT_METHOD_BITONIC_COLUMNS] = BITONIC("bitonic-columns", FRAGMENT, 0, COLUMNS),
    [GLSORT_METHOD_RADIX_TILES] = RADIX("radix-tiles", TILES),
    [GLSORT_METHOD_RADIX_BALLOTS] = RADIX("radix-ballots", BALLOTS),
    [GLSORT_METHOD_RADIX_ITEMS] = RADIX("radix-items", ITEMS),
    [GLSORT_METHOD_RADIX_CHAIN] = RADIX("radix-chain", CHAIN),
};

const struct method* glsort_method_of(glsort_method method)
{
    assert((uint32_t)method < METHOD_COUNT);
    return &methods[method];
}

glsort_method glsort_method_first(glsort_algorithm algorithm)
{
    for (uint32_t at = GLSORT_METHOD_AUTO + 1; at < METHOD_COUNT; ++at)
        if (methods[at].algorithm == algorithm)
            return (glsort_method)at;
    return GLSORT_METHOD_AUTO;
}

const char* glsort_method_name(glsort_method method)
{
    return (uint32_t)method < METHOD_COUNT ? methods[method].name : "?";
}
