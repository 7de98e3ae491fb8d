// SPDX-License-Identifier: MIT
// What the files of adaptive bitonic sorting on arrays share: how the merge levels are
// counted, and the builder of the fragment passes.
#ifndef GLSORT_ABISORT_LEVELS_H
#define GLSORT_ABISORT_LEVELS_H

#include "algorithm.h"
#include "counting.h"

// Number of levels from sorted runs of 1 << first_log to a single one of `count`
// elements.
static inline uint32_t glsort_abisort_levels(uint32_t count, uint32_t first_log)
{
    uint32_t log = ceil_log(count);
    return log > first_log ? log - first_log : 0;
}

void glsort_abisort_build_draws(const struct sort_desc* desc,
                                const struct glsort_limits* limits, uint32_t count,
                                struct schedule* s);

#endif
