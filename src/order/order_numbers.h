// SPDX-License-Identifier: MIT
// The checks of the numbers in the arguments of a run, as opposed to its resources.
#ifndef GLSORT_ORDER_NUMBERS_H
#define GLSORT_ORDER_NUMBERS_H

#include <glsort/glsort_draw.h>

#include "memory.h"

// Refuses numbers that the order does not use, and those of which no key, plane or radius
// can be made. desc has its defaults filled in. A count of 0
// uses none of them.
glsort_result glsort_order_check_numbers(const struct call* call,
                                         const glsort_order_desc* desc,
                                         const glsort_order_args* args, uint32_t count,
                                         uint32_t views);

#endif
