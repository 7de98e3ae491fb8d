// SPDX-License-Identifier: MIT
// What the two backends of adaptive bitonic sorting on arrays share.
#ifndef GLSORT_ABISORT_FORMS_H
#define GLSORT_ABISORT_FORMS_H

#include "algorithm.h"
#include "counting.h"

// Number of levels from runs of 1 << first_log to one run of `count`.
static inline uint32_t glsort_abisort_levels(uint32_t count, uint32_t first_log)
{
    uint32_t log = ceil_log(count);
    return log > first_log ? log - first_log : 0;
}

void glsort_abisort_build_draws(const struct sort_desc* desc, uint32_t count,
                                struct schedule* s);

#endif
