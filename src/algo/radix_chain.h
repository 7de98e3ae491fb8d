// SPDX-License-Identifier: MIT
// The radix sort with a single pass a digit, behind radix.c.
#ifndef GLSORT_RADIX_CHAIN_H
#define GLSORT_RADIX_CHAIN_H

#include "algorithm.h"

const char* radix_chain_refuses(const struct glsort_limits* limits);

void radix_chain_build(const struct sort_desc* desc, const struct glsort_limits* limits,
                       uint32_t count, struct schedule* s);

void radix_chain_peek(const struct sort_desc* desc, const struct glsort_limits* limits,
                      uint32_t count, const struct peek_request* request,
                      struct schedule* s);

#endif
