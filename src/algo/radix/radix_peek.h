// SPDX-License-Identifier: MIT
// Peeks into a radix sort of any method but GLSORT_METHOD_RADIX_ITEMS.
#ifndef GLSORT_RADIX_PEEK_H
#define GLSORT_RADIX_PEEK_H

#include "algorithm.h"

void glsort_radix_peek(const struct peek* peek, struct schedule* s);

#endif
