// SPDX-License-Identifier: MIT
// Peeks into a radix sort of three phases or a chain.
#ifndef GLSORT_RADIX_PEEK_H
#define GLSORT_RADIX_PEEK_H

#include "algorithm.h"

void glsort_radix_peek(const struct peek* peek, struct schedule* s);

#endif
