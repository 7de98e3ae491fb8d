// SPDX-License-Identifier: MIT
#include "catalogue.h"

#include <stddef.h>

#define DECLARE(ALGORITHM) extern const struct algorithm ALGORITHM;
#define ADDRESS(ALGORITHM) &ALGORITHM,

GLSORT_ALGORITHMS(DECLARE)

const struct algorithm* const glsort_algorithms[] = {GLSORT_ALGORITHMS(ADDRESS) NULL};

const glsort_form glsort_forms[] = {GLSORT_FORMS(GLSORT_FORM){.name = NULL}};
