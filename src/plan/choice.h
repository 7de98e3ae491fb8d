// SPDX-License-Identifier: MIT
// Resolves AUTO: chooses backend and method by count, values and device, from a table of
// measured thresholds.
#ifndef GLSORT_CHOICE_H
#define GLSORT_CHOICE_H

#include <stdbool.h>

#include "algorithm.h"
#include "choice_table.h"

struct choice {
    const struct algorithm* algorithm;
    const struct method* method; // of the algorithm
    glsort_backend backend;      // never AUTO
    const char* reason;          // static, or owned by the table
};

// The backends that the descriptor's method, or its algorithm, leaves to choose from, as
// ON_* bits.
uint32_t glsort_choice_backends(const glsort_sort_desc* desc);

// The backend of a descriptor, chosen here if the descriptor says AUTO.
glsort_backend glsort_choice_backend(const struct glsort_limits* limits,
                                     const glsort_sort_desc* desc);

// Fills *c with the method that the descriptor names. If it names none, the library's own
// rows decide. If it names only an algorithm, that algorithm's rows decide; if none of
// these is for the backend, *c gets the algorithm's first method there. Preference `at` 0
// is the fastest measured; the caller tries the next one if the device cannot serve this
// one, or not for so many elements. False past the last preference. desc is the
// descriptor of the inner sort (glsort_wide_narrowed()), and its max_count the count to
// choose for, here and below.
bool glsort_choice_make(const struct glsort_limits* limits, const glsort_sort_desc* desc,
                        uint32_t at, struct choice* c);

// Fills *c from the first row of the table, from *at on, that fits, and moves *at past
// it. False if no row fits. table may be NULL.
bool glsort_choice_from_table(const struct choice_table* table,
                              const struct glsort_limits* limits,
                              const glsort_sort_desc* desc, uint32_t* at,
                              struct choice* c);

#endif
