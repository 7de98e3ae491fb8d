// SPDX-License-Identifier: MIT
// The only list of algorithms: one line each. All methods and forms are found through it,
// in this order.
#ifndef GLSORT_ALGORITHMS_H
#define GLSORT_ALGORITHMS_H

#include "algorithm.h"

#define GLSORT_ALGORITHMS(EACH)                                                          \
    EACH(glsort_abisort_algorithm)                                                       \
    EACH(glsort_abisort_tree_algorithm)                                                  \
    EACH(glsort_rank_algorithm)                                                          \
    EACH(glsort_bitonic_algorithm)                                                       \
    EACH(glsort_radix_algorithm)

// NULL ends it. algorithms.c has nothing else, so a test can link a list of its own.
extern const struct algorithm* const glsort_algorithms[];

#endif
