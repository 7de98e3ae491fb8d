// SPDX-License-Identifier: MIT
// What radix.c calls: the sort with GLSORT_METHOD_RADIX_ITEMS, and peeks into all others.
#ifndef GLSORT_RADIX_BUILD_H
#define GLSORT_RADIX_BUILD_H

#include "algorithm.h"

void glsort_radix_items_build(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct schedule* s);
void glsort_radix_peek(const struct peek* peek, struct schedule* s);

#endif
