// SPDX-License-Identifier: MIT
// The only list of algorithms, one line each, and the functions that find algorithms,
// methods and forms through it, in this order.
#ifndef GLSORT_CATALOGUE_H
#define GLSORT_CATALOGUE_H

#include "algorithm.h"

#define GLSORT_ALGORITHMS(EACH)                                                          \
    EACH(glsort_abisort_algorithm)                                                       \
    EACH(glsort_abisort_tree_algorithm)                                                  \
    EACH(glsort_rank_algorithm)                                                          \
    EACH(glsort_bitonic_algorithm)                                                       \
    EACH(glsort_radix_algorithm)

// NULL ends it. algorithms.c has nothing else, so a test can link a list of its own.
extern const struct algorithm* const glsort_algorithms[];

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
