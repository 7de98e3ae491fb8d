// SPDX-License-Identifier: MIT
// What radix.c calls: the sorts with GLSORT_METHOD_RADIX_ITEMS and in fragment passes
// with GLSORT_METHOD_RADIX_GATHER, and peeks into all others.
#ifndef GLSORT_RADIX_BUILD_H
#define GLSORT_RADIX_BUILD_H

#include "algorithm.h"

void glsort_radix_items_build(const struct sort_desc* desc,
                              const struct glsort_limits* limits, uint32_t count,
                              struct schedule* s);
struct refusal glsort_radix_draws_refuse(const struct glsort_limits* limits);

struct capacity glsort_radix_draws_capacity(const struct sort_desc* desc,
                                            const struct glsort_limits* limits);

void glsort_radix_draws_build(const struct sort_desc* desc, uint32_t count,
                              struct schedule* s);
void glsort_radix_peek(const struct peek* peek, struct schedule* s);

#endif
