// SPDX-License-Identifier: MIT
// Stands for src/plan/algorithms.c: the library's list, and one line more.
#include "catalogue.h"

#include <stddef.h>

#define DECLARE(ALGORITHM) extern const struct algorithm ALGORITHM;
#define ADDRESS(ALGORITHM) &ALGORITHM,
#define ALGORITHMS(EACH)                                                                 \
    GLSORT_ALGORITHMS(EACH)                                                              \
    EACH(one_tile_algorithm)

ALGORITHMS(DECLARE)

const struct algorithm* const glsort_algorithms[] = {ALGORITHMS(ADDRESS) NULL};
