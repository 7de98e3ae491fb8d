// SPDX-License-Identifier: MIT
// Radix sort with GLSORT_METHOD_RADIX_GATHER, called from radix.c.
#ifndef GLSORT_RADIX_DRAWS_H
#define GLSORT_RADIX_DRAWS_H

#include "algorithm.h"

struct refusal glsort_radix_draws_refuse(const struct glsort_limits* limits);

struct capacity glsort_radix_draws_capacity(const struct sort_desc* desc,
                                            const struct glsort_limits* limits);

void glsort_radix_draws_build(const struct sort_desc* desc, uint32_t count,
                              struct schedule* s);

#endif
