// SPDX-License-Identifier: MIT
// The numbers in the arguments of a run of an order, as opposed to its resources: their
// checks, and what the run puts into its per-run block.
#ifndef GLSORT_ORDER_RUN_H
#define GLSORT_ORDER_RUN_H

#include <glsort/glsort_draw.h>

#include "memory.h"
#include "shared/order.h"

// Fills in all but the count block. desc has its defaults filled in; views are those of
// the arguments.
void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run);

// Refuses the layout of a run, or writes it as struct shape has it: zeros if it is that
// of the descriptor.
glsort_result glsort_order_take_layout(const struct call* call,
                                       const glsort_order_desc* desc,
                                       const glsort_order_layout* layout,
                                       uint32_t* taken);

// What is wrong with key_near and key_far for keys of 16 and 24 bits: a static sentence,
// or NULL. Metrics are squares for distances, and of primitives sums for CENTROID.
const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args);

// Refuses numbers that the order does not use, and those of which no key, plane or radius
// can be made. desc has its defaults filled in. A count of 0
// uses none of them.
glsort_result glsort_order_check_numbers(const struct call* call,
                                         const glsort_order_desc* desc,
                                         const glsort_order_args* args, uint32_t count,
                                         uint32_t views);

#endif
