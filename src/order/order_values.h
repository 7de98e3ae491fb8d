// SPDX-License-Identifier: MIT
// What a run of an order puts into its per-run block.
#ifndef GLSORT_ORDER_VALUES_H
#define GLSORT_ORDER_VALUES_H

#include <glsort/glsort_draw.h>

#include "shared/order.h"

// Fills in all but the count block. desc has its defaults filled in; views are those of
// the arguments.
void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run);

// What is wrong with key_near and key_far for keys of 16 and 24 bits: a static sentence,
// or NULL. Metrics are squares for distances, and of primitives sums for CENTROID.
const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args);

#endif
