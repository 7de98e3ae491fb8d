// SPDX-License-Identifier: MIT
// Peeks into a radix sort, with three passes per digit or with a chain.
#ifndef GLSORT_RADIX_PEEK_H
#define GLSORT_RADIX_PEEK_H

#include "algorithm.h"

void glsort_radix_peek(const struct peek* peek, struct schedule* s);

#endif
