// SPDX-License-Identifier: MIT
// Radix sort with GLSORT_METHOD_RADIX_ITEMS, called from radix.c.
#ifndef GLSORT_RADIX_ITEMS_H
#define GLSORT_RADIX_ITEMS_H

#include "algorithm.h"

void glsort_radix_items_build(const struct sort_desc* desc, uint32_t count,
                              struct schedule* s);

#endif
