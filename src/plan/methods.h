// SPDX-License-Identifier: MIT
// Finds algorithms and their methods in the list of algorithms.h.
#ifndef GLSORT_METHODS_H
#define GLSORT_METHODS_H

#include "algorithm.h"

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
