// SPDX-License-Identifier: MIT
// The only list of forms. Programs, benchmarks and tests iterate over it, so every form
// listed here is offered, measured and tested.
#include <stddef.h>
#include <string.h>

#include <glsort/glsort.h>

#define ARRAY(BACKEND, SPLIT, LOCAL)                                                     \
    {                                                                                    \
        .algorithm = GLSORT_ALGORITHM_ABISORT, .backend = GLSORT_BACKEND_##BACKEND,      \
        .split = GLSORT_SPLIT_##SPLIT, .local = GLSORT_LOCAL_##LOCAL                     \
    }
#define TREE(BACKEND, SCHEDULE, LOCAL, MERGE)                                            \
    {                                                                                    \
        .algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .backend = GLSORT_BACKEND_##BACKEND, \
        .tree_schedule = GLSORT_TREE_##SCHEDULE, .local_size = (LOCAL),                  \
        .merge_size = (MERGE)                                                            \
    }
#define BITONIC(BACKEND, NETWORK, LOCAL)                                                 \
    {                                                                                    \
        .algorithm = GLSORT_ALGORITHM_BITONIC, .backend = GLSORT_BACKEND_##BACKEND,      \
        .network = GLSORT_NETWORK_##NETWORK, .local_size = (LOCAL)                       \
    }
#define RADIX(RANKING)                                                                   \
    {                                                                                    \
        .algorithm = GLSORT_ALGORITHM_RADIX, .backend = GLSORT_BACKEND_COMPUTE,          \
        .ranking = GLSORT_RANKING_##RANKING                                              \
    }

// The forms of an algorithm follow one another, simpler ones first. If its user names
// only an algorithm, the demo uses the algorithm's first form on the backend.
static const glsort_form forms[] = {
    {"abisort-fused", "Adaptive bitonic merges, a pass a level",
     ARRAY(COMPUTE, FUSED, NETWORK)},
    {"abisort-fused-rank-runs", "Adaptive bitonic merges, a pass a level; runs by ranks",
     ARRAY(COMPUTE, FUSED, RANKS)},
    {"abisort-partition", "Adaptive bitonic merges, two passes a level",
     ARRAY(COMPUTE, PARTITION, NETWORK)},
    {"abisort-partition-rank-runs",
     "Adaptive bitonic merges, two passes a level; runs by ranks",
     ARRAY(COMPUTE, PARTITION, RANKS)},
    {"rank", "Merges by ranks, a pass for up to three levels",
     ARRAY(COMPUTE, RANKS, RANKS)},
    {"rank-network-runs", "Merges by ranks; runs by a sorting network",
     ARRAY(COMPUTE, RANKS, NETWORK)},
    {"rank-all", "Few elements all compared; more: merges by ranks",
     ARRAY(COMPUTE, ALL, RANKS)},
    {"abisort-fused-fragment", "Adaptive bitonic merges in fragments, a pass a level",
     ARRAY(FRAGMENT, FUSED, AUTO)},
    {"abisort-partition-fragment",
     "Adaptive bitonic merges in fragments, two passes a level",
     ARRAY(FRAGMENT, PARTITION, AUTO)},

    {"tree", "GPU-ABiSort, sorts of 8, merges of 16", TREE(COMPUTE, OVERLAPPED, 8, 16)},
    {"tree-simple", "GPU-ABiSort, stage after stage", TREE(COMPUTE, SIMPLE, 8, 16)},
    {"tree-pure", "GPU-ABiSort, trees alone", TREE(COMPUTE, OVERLAPPED, 1, 2)},
    {"tree-pure-simple", "GPU-ABiSort, trees alone, stage after stage",
     TREE(COMPUTE, SIMPLE, 1, 2)},
    {"tree-wide", "GPU-ABiSort, sorts and merges of 1024",
     TREE(COMPUTE, OVERLAPPED, 1024, 1024)},
    {"tree-fragment", "GPU-ABiSort in fragments, sorts of 8, merges of 16",
     TREE(FRAGMENT, OVERLAPPED, 8, 16)},
    {"tree-simple-fragment", "GPU-ABiSort in fragments, stage after stage",
     TREE(FRAGMENT, SIMPLE, 8, 16)},
    {"tree-pure-fragment", "GPU-ABiSort in fragments, trees alone",
     TREE(FRAGMENT, OVERLAPPED, 1, 2)},
    {"tree-pure-simple-fragment",
     "GPU-ABiSort in fragments, trees alone, stage after stage",
     TREE(FRAGMENT, SIMPLE, 1, 2)},

    {"bitonic-blocks", "Bitonic network, blocks in shared memory",
     BITONIC(COMPUTE, BLOCKS, 0)},
    {"bitonic-two-kernels", "Bitonic network, blocks of 512, then a pass a substage",
     BITONIC(COMPUTE, TWO_KERNELS, 0)},
    {"bitonic-local-read", "Bitonic network of a work group, read anew at each step",
     BITONIC(COMPUTE, LOCAL_READ, 1024)},
    {"bitonic-local-keep", "Bitonic network of a work group, kept in registers",
     BITONIC(COMPUTE, LOCAL_KEEP, 1024)},
    {"bitonic-packed-fragment",
     "Bitonic network in fragments, up to three columns a pass",
     BITONIC(FRAGMENT, PACKED, 0)},
    {"bitonic-columns-fragment", "Bitonic network in fragments, a pass a column",
     BITONIC(FRAGMENT, COLUMNS, 0)},

    {"radix-tiles", "Radix sort, ranking by tiles", RADIX(TILES)},
    {"radix-ballots", "Radix sort, ranking by tiles with ballots", RADIX(BALLOTS)},
    {"radix-items", "Radix sort, ranking by items", RADIX(ITEMS)},
    {"radix-chain", "Radix sort, a single pass a digit", RADIX(CHAIN)},
};

uint32_t glsort_form_count(void)
{
    return sizeof forms / sizeof forms[0];
}

const glsort_form* glsort_form_at(uint32_t at)
{
    return at < glsort_form_count() ? &forms[at] : NULL;
}

const glsort_form* glsort_form_find(const char* name)
{
    for (uint32_t at = 0; name != NULL && at < glsort_form_count(); ++at)
        if (strcmp(forms[at].name, name) == 0)
            return &forms[at];
    return NULL;
}
