// SPDX-License-Identifier: MIT
// The only list of forms. Programs, benchmarks and tests iterate over it, so every form
// listed here is offered, measured and tested.
#include <stddef.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#define DESC(ALGORITHM, METHOD, BACKEND)                                                 \
    .algorithm = GLSORT_ALGORITHM_##ALGORITHM, .method = GLSORT_METHOD_##METHOD,         \
    .backend = GLSORT_BACKEND_##BACKEND
#define FORM(ALGORITHM, METHOD, BACKEND)                                                 \
    UINT32_MAX,                                                                          \
    {                                                                                    \
        DESC(ALGORITHM, METHOD, BACKEND)                                                 \
    }
#define TREE(METHOD, BACKEND, LOCAL, MERGE)                                              \
    UINT32_MAX,                                                                          \
    {                                                                                    \
        DESC(ABISORT_TREE, METHOD, BACKEND), .local_size = (LOCAL),                      \
                                             .merge_size = (MERGE)                       \
    }
#define LOCAL(METHOD, SIZE)                                                              \
    SIZE,                                                                                \
    {                                                                                    \
        DESC(BITONIC, METHOD, COMPUTE), .local_size = (SIZE)                             \
    }

// The forms of an algorithm follow one another, simpler ones first. If its user names
// only an algorithm, the demo uses the algorithm's first form on the backend.
static const glsort_form forms[] = {
    {"abisort-fused", "Adaptive bitonic merges, a pass a level",
     FORM(ABISORT, ABISORT_FUSED, COMPUTE)},
    {"abisort-partition", "Adaptive bitonic merges, two passes a level",
     FORM(ABISORT, ABISORT_PARTITION, COMPUTE)},
    {"abisort-fused-fragment", "Adaptive bitonic merges in fragments, a pass a level",
     FORM(ABISORT, ABISORT_FUSED, FRAGMENT)},
    {"abisort-partition-fragment",
     "Adaptive bitonic merges in fragments, two passes a level",
     FORM(ABISORT, ABISORT_PARTITION, FRAGMENT)},

    {"tree", "GPU-ABiSort, sorts of 8, merges of 16", TREE(TREE, COMPUTE, 8, 16)},
    {"tree-simple", "GPU-ABiSort, stage after stage", TREE(TREE_SIMPLE, COMPUTE, 8, 16)},
    {"tree-pure", "GPU-ABiSort, trees alone", TREE(TREE, COMPUTE, 1, 2)},
    {"tree-pure-simple", "GPU-ABiSort, trees alone, stage after stage",
     TREE(TREE_SIMPLE, COMPUTE, 1, 2)},
    {"tree-wide", "GPU-ABiSort, sorts and merges of 1024",
     TREE(TREE, COMPUTE, 1024, 1024)},
    {"tree-fragment", "GPU-ABiSort in fragments, sorts of 8, merges of 16",
     TREE(TREE, FRAGMENT, 8, 16)},
    {"tree-simple-fragment", "GPU-ABiSort in fragments, stage after stage",
     TREE(TREE_SIMPLE, FRAGMENT, 8, 16)},
    {"tree-pure-fragment", "GPU-ABiSort in fragments, trees alone",
     TREE(TREE, FRAGMENT, 1, 2)},
    {"tree-pure-simple-fragment",
     "GPU-ABiSort in fragments, trees alone, stage after stage",
     TREE(TREE_SIMPLE, FRAGMENT, 1, 2)},

    {"rank", "Merges by ranks, a pass for up to three levels", FORM(RANK, RANK, COMPUTE)},
    {"rank-all", "Few elements all compared; more: merges by ranks",
     FORM(RANK, RANK_ALL, COMPUTE)},

    {"bitonic-blocks", "Bitonic network, blocks in shared memory",
     FORM(BITONIC, BITONIC_BLOCKS, COMPUTE)},
    {"bitonic-two-kernels", "Bitonic network, blocks of 512, then a pass a substage",
     FORM(BITONIC, BITONIC_TWO_KERNELS, COMPUTE)},
    {"bitonic-local-read", "Bitonic network of a work group, read anew at each step",
     LOCAL(BITONIC_LOCAL_READ, 1024)},
    {"bitonic-local-keep", "Bitonic network of a work group, kept in registers",
     LOCAL(BITONIC_LOCAL_KEEP, 1024)},
    {"bitonic-packed-fragment",
     "Bitonic network in fragments, up to three columns a pass",
     FORM(BITONIC, BITONIC_PACKED, FRAGMENT)},
    {"bitonic-columns-fragment", "Bitonic network in fragments, a pass a column",
     FORM(BITONIC, BITONIC_COLUMNS, FRAGMENT)},

    {"radix-tiles", "Radix sort, ranking by tiles", FORM(RADIX, RADIX_TILES, COMPUTE)},
    {"radix-ballots", "Radix sort, ranking by tiles with ballots",
     FORM(RADIX, RADIX_BALLOTS, COMPUTE)},
    {"radix-items", "Radix sort, ranking by items", FORM(RADIX, RADIX_ITEMS, COMPUTE)},
    {"radix-chain", "Radix sort, a single pass a digit",
     FORM(RADIX, RADIX_CHAIN, COMPUTE)},
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
