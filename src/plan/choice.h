// SPDX-License-Identifier: MIT
// What AUTO means: algorithm, backend and forms by count, values and device. The one
// place that knows measured speeds.
#ifndef GLSORT_CHOICE_H
#define GLSORT_CHOICE_H

#include <stdbool.h>

#include "choice_table.h"

struct choice {
    glsort_algorithm algorithm; // none of these is AUTO
    glsort_backend backend;
    glsort_split split;
    glsort_local local;
    glsort_ranking ranking;
    const char* reason; // static, or of the table
};

// By the library's own rows: the preference `at`, from 0 on; false past the last one.
// Preference 0 is the fastest measured. A device that cannot serve it, or not so many
// elements, takes the next one. desc: as the algorithm will see it
// (glsort_wide_narrowed()), here and below.
bool glsort_choice_make(const struct glsort_limits* limits, const glsort_plan_desc* desc,
                        uint32_t at, struct choice* c);

// By the next row of the table, from *at on, that fits: false if there is none, otherwise
// *at is behind it. What the row leaves open is that of preference 0. table: may be NULL.
bool glsort_choice_from_table(const struct choice_table* table,
                              const struct glsort_limits* limits,
                              const glsort_plan_desc* desc, uint32_t* at,
                              struct choice* c);

#endif
