// SPDX-License-Identifier: MIT
// Stands for src/plan/algorithms.c: the library's lists, and one line more in each.
#include "catalogue.h"
#include "one_tile.h"

#include <stddef.h>

#define DECLARE(ALGORITHM) extern const struct algorithm ALGORITHM;
#define ADDRESS(ALGORITHM) &ALGORITHM,
#define ALGORITHMS(EACH)                                                                 \
    GLSORT_ALGORITHMS(EACH)                                                              \
    EACH(one_tile_algorithm)

ALGORITHMS(DECLARE)

const struct algorithm* const glsort_algorithms[] = {ALGORITHMS(ADDRESS) NULL};

const glsort_form glsort_forms[] = {
    GLSORT_FORMS(GLSORT_FORM){
        "one-tile",
        "The local sort of abisort alone",
        UINT32_MAX,
        {.tuning = &(const glsort_tuning){.algorithm = (glsort_algorithm)ONE_TILE},
         .backend = GLSORT_BACKEND_COMPUTE}},
    {.name = NULL}};
