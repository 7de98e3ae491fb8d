// SPDX-License-Identifier: MIT
// The only lists of algorithms and of forms, and the functions that find algorithms,
// methods and forms through them, in this order.
#ifndef GLSORT_CATALOGUE_H
#define GLSORT_CATALOGUE_H

#include "algorithm.h"

#define GLSORT_ALGORITHMS(EACH)                                                          \
    EACH(glsort_abisort_algorithm)                                                       \
    EACH(glsort_abisort_tree_algorithm)                                                  \
    EACH(glsort_rank_algorithm)                                                          \
    EACH(glsort_bitonic_algorithm)                                                       \
    EACH(glsort_radix_algorithm)

// What programs, benchmarks and tests use: each algorithm has at least one, and its forms
// follow one another. "glsort tune" prefers an earlier form to a later one that is hardly
// faster. The demo uses the first form on the backend if its user names only an
// algorithm. Name, description, whole_count, algorithm, method, backend, local_size and
// merge_size (0: the method's own).
// clang-format off
#define GLSORT_FORMS(EACH)                                                               \
    EACH("abisort-fused", "Adaptive bitonic merges, a pass a level",                     \
         UINT32_MAX, ABISORT, ABISORT_FUSED, COMPUTE, 0, 0)                              \
    EACH("abisort-partition", "Adaptive bitonic merges, two passes a level",             \
         UINT32_MAX, ABISORT, ABISORT_PARTITION, COMPUTE, 0, 0)                          \
    EACH("abisort-fused-fragment",                                                       \
         "Adaptive bitonic merges in fragments, a pass a level",                         \
         UINT32_MAX, ABISORT, ABISORT_FUSED, FRAGMENT, 0, 0)                             \
    EACH("abisort-partition-fragment",                                                   \
         "Adaptive bitonic merges in fragments, two passes a level",                     \
         UINT32_MAX, ABISORT, ABISORT_PARTITION, FRAGMENT, 0, 0)                         \
    EACH("tree", "GPU-ABiSort, sorts of 8, merges of 16",                                \
         UINT32_MAX, ABISORT_TREE, TREE, COMPUTE, 8, 16)                                 \
    EACH("tree-simple", "GPU-ABiSort, stage after stage",                                \
         UINT32_MAX, ABISORT_TREE, TREE_SIMPLE, COMPUTE, 8, 16)                          \
    EACH("tree-pure", "GPU-ABiSort, trees alone",                                        \
         UINT32_MAX, ABISORT_TREE, TREE, COMPUTE, 1, 2)                                  \
    EACH("tree-pure-simple", "GPU-ABiSort, trees alone, stage after stage",              \
         UINT32_MAX, ABISORT_TREE, TREE_SIMPLE, COMPUTE, 1, 2)                           \
    EACH("tree-wide", "GPU-ABiSort, sorts and merges of 1024",                           \
         UINT32_MAX, ABISORT_TREE, TREE, COMPUTE, 1024, 1024)                            \
    EACH("tree-stages", "GPU-ABiSort, a stage a pass",                                   \
         UINT32_MAX, ABISORT_TREE, TREE_STAGES, COMPUTE, 0, 0)                           \
    EACH("tree-fragment", "GPU-ABiSort in fragments, sorts of 8, merges of 16",          \
         UINT32_MAX, ABISORT_TREE, TREE, FRAGMENT, 8, 16)                                \
    EACH("tree-simple-fragment", "GPU-ABiSort in fragments, stage after stage",          \
         UINT32_MAX, ABISORT_TREE, TREE_SIMPLE, FRAGMENT, 8, 16)                         \
    EACH("tree-pure-fragment", "GPU-ABiSort in fragments, trees alone",                  \
         UINT32_MAX, ABISORT_TREE, TREE, FRAGMENT, 1, 2)                                 \
    EACH("tree-pure-simple-fragment",                                                    \
         "GPU-ABiSort in fragments, trees alone, stage after stage",                     \
         UINT32_MAX, ABISORT_TREE, TREE_SIMPLE, FRAGMENT, 1, 2)                          \
    EACH("tree-stages-fragment", "GPU-ABiSort in fragments, a stage a pass",             \
         UINT32_MAX, ABISORT_TREE, TREE_STAGES, FRAGMENT, 0, 0)                          \
    EACH("tree-stages-copy-fragment",                                                    \
         "GPU-ABiSort in fragments, a stage a pass, in two textures",                    \
         UINT32_MAX, ABISORT_TREE, TREE_STAGES_COPY, FRAGMENT, 0, 0)                     \
    EACH("rank", "Merges by ranks, a pass for up to three levels",                       \
         UINT32_MAX, RANK, RANK, COMPUTE, 0, 0)                                          \
    EACH("rank-all", "Few elements: all ranked in one pass; more: merges by ranks",      \
         UINT32_MAX, RANK, RANK_ALL, COMPUTE, 0, 0)                                      \
    EACH("bitonic-blocks", "Bitonic network, blocks in shared memory",                   \
         UINT32_MAX, BITONIC, BITONIC_BLOCKS, COMPUTE, 0, 0)                             \
    EACH("bitonic-two-kernels",                                                          \
         "Bitonic network, blocks of 512, then a pass a substage",                       \
         UINT32_MAX, BITONIC, BITONIC_TWO_KERNELS, COMPUTE, 0, 0)                        \
    EACH("bitonic-local-read",                                                           \
         "Bitonic network of a work group, read anew at each step",                      \
         1024, BITONIC, BITONIC_LOCAL_READ, COMPUTE, 1024, 0)                            \
    EACH("bitonic-local-keep", "Bitonic network of a work group, kept in registers",     \
         1024, BITONIC, BITONIC_LOCAL_KEEP, COMPUTE, 1024, 0)                            \
    EACH("bitonic-packed-fragment",                                                      \
         "Bitonic network in fragments, up to three columns a pass",                     \
         UINT32_MAX, BITONIC, BITONIC_PACKED, FRAGMENT, 0, 0)                            \
    EACH("bitonic-columns-fragment", "Bitonic network in fragments, a pass a column",    \
         UINT32_MAX, BITONIC, BITONIC_COLUMNS, FRAGMENT, 0, 0)                           \
    EACH("radix-tiles", "Radix sort, ranking by tiles",                                  \
         UINT32_MAX, RADIX, RADIX_TILES, COMPUTE, 0, 0)                                  \
    EACH("radix-items", "Radix sort, ranking by items",                                  \
         UINT32_MAX, RADIX, RADIX_ITEMS, COMPUTE, 0, 0)                                  \
    EACH("radix-chain", "Radix sort, a single pass a digit",                             \
         UINT32_MAX, RADIX, RADIX_CHAIN, COMPUTE, 0, 0)                                  \
    EACH("radix-gather-fragment", "Radix sort in fragments, by gathering",               \
         UINT32_MAX, RADIX, RADIX_GATHER, FRAGMENT, 0, 0)
// clang-format on

#define GLSORT_FORM(NAME, DESCRIPTION, WHOLE, ALGORITHM, METHOD, BACKEND, LOCAL, MERGE)  \
    {NAME,                                                                               \
     DESCRIPTION,                                                                        \
     WHOLE,                                                                              \
     {.backend = GLSORT_BACKEND_##BACKEND,                                               \
      .tuning = &(const struct glsort_tuning){.algorithm = GLSORT_ALGORITHM_##ALGORITHM, \
                                              .method = GLSORT_METHOD_##METHOD,          \
                                              .local_size = (LOCAL),                     \
                                              .merge_size = (MERGE)}}},

// NULL ends the first list, a form without a name the second. algorithms.c has nothing
// else, so a test can link lists of its own.
extern const struct algorithm* const glsort_algorithms[];
extern const glsort_form glsort_forms[];

// ---- methods --------------------------------------------------------------------------

// NULL for AUTO, and if no algorithm has this enumerant.
const struct algorithm* glsort_algorithm_of(glsort_algorithm id);

// The algorithm that has the method; NULL for AUTO, and if no algorithm has it.
const struct algorithm* glsort_algorithm_with(glsort_method id);

// The algorithm's method with this enumerant; NULL if it has none.
const struct method* glsort_method_of(const struct algorithm* algorithm,
                                      glsort_method id);

// The algorithm's first method on the backend, or its first if none has that backend.
const struct method* glsort_method_on(const struct algorithm* algorithm,
                                      glsort_backend backend);

// One more than the last enumerant of glsort_method.
uint32_t glsort_method_count(void);

#endif
