// SPDX-License-Identifier: MIT
// The only list of methods. forms.c lists them with backends and sizes, choice.c says
// which of them AUTO takes.
#include "methods.h"

#include <assert.h>

#define COMPUTE BACKEND_BIT(GLSORT_BACKEND_COMPUTE)
#define FRAGMENT BACKEND_BIT(GLSORT_BACKEND_FRAGMENT)
#define SIZES (ABOUT_LOCAL_SIZE | ABOUT_MERGE_SIZE)

#define ABISORT(NAME)                                                                    \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_ABISORT,                             \
        .backends = COMPUTE | FRAGMENT, .uses = ABOUT_COUNT_SOURCE                       \
    }
#define RANK(NAME)                                                                       \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_RANK, .backends = COMPUTE,           \
        .uses = ABOUT_COUNT_SOURCE, .scatters = true                                     \
    }
#define TREE(NAME)                                                                       \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,                        \
        .backends = COMPUTE | FRAGMENT, .uses = SIZES, .local_size = 8, .merge_size = 16 \
    }
#define BITONIC(NAME, BACKENDS, USES)                                                    \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_BITONIC, .backends = BACKENDS,       \
        .uses = USES                                                                     \
    }
#define BITONIC_LOCAL(NAME)                                                              \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_BITONIC, .backends = COMPUTE,        \
        .uses = ABOUT_LOCAL_SIZE, .local_size = 1024, .blocks_alone = true               \
    }
#define RADIX(NAME)                                                                      \
    {                                                                                    \
        .name = NAME, .algorithm = GLSORT_ALGORITHM_RADIX, .backends = COMPUTE,          \
        .uses = ABOUT_COUNT_SOURCE, .scatters = true                                     \
    }

static const struct method methods[METHOD_COUNT] = {
    [GLSORT_METHOD_AUTO] = {.name = "auto"},
    [GLSORT_METHOD_ABISORT_FUSED] = ABISORT("abisort-fused"),
    [GLSORT_METHOD_ABISORT_PARTITION] = ABISORT("abisort-partition"),
    [GLSORT_METHOD_TREE] = TREE("tree"),
    [GLSORT_METHOD_TREE_SIMPLE] = TREE("tree-simple"),
    [GLSORT_METHOD_RANK] = RANK("rank"),
    [GLSORT_METHOD_RANK_ALL] = RANK("rank-all"),
    [GLSORT_METHOD_BITONIC_BLOCKS] =
        BITONIC("bitonic-blocks", COMPUTE, ABOUT_COUNT_SOURCE),
    [GLSORT_METHOD_BITONIC_TWO_KERNELS] = BITONIC("bitonic-two-kernels", COMPUTE, 0),
    [GLSORT_METHOD_BITONIC_LOCAL_READ] = BITONIC_LOCAL("bitonic-local-read"),
    [GLSORT_METHOD_BITONIC_LOCAL_KEEP] = BITONIC_LOCAL("bitonic-local-keep"),
    [GLSORT_METHOD_BITONIC_PACKED] = BITONIC("bitonic-packed", FRAGMENT, 0),
    [GLSORT_METHOD_BITONIC_COLUMNS] = BITONIC("bitonic-columns", FRAGMENT, 0),
    [GLSORT_METHOD_RADIX_TILES] = RADIX("radix-tiles"),
    [GLSORT_METHOD_RADIX_BALLOTS] = RADIX("radix-ballots"),
    [GLSORT_METHOD_RADIX_ITEMS] = RADIX("radix-items"),
    [GLSORT_METHOD_RADIX_CHAIN] = RADIX("radix-chain"),
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
