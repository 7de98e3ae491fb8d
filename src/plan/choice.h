// SPDX-License-Identifier: MIT
// What AUTO means: algorithm, backend and split by count, keys and device. The one place
// that knows measured speeds.
#ifndef GLSORT_CHOICE_H
#define GLSORT_CHOICE_H

#include <glsort/glsort.h>

struct choice {
    glsort_algorithm algorithm; // none of these is AUTO
    glsort_backend backend;
    glsort_split split;
    glsort_local local;
    glsort_ranking ranking;
    const char* reason; // static
};

struct choice choice_make(const struct glsort_limits* limits,
                          const glsort_plan_desc* desc);

#endif
