// SPDX-License-Identifier: MIT
// What a run of an order puts into its per-run block.
#ifndef GLSORT_ORDER_VALUES_H
#define GLSORT_ORDER_VALUES_H

#include <stdbool.h>

#include <glsort/glsort_draw.h>

#include "shared/order.h"

// Fills in all but the count block. desc has its defaults filled in; views are those of
// the arguments.
void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run);

// False if key_near and key_far give no finite positive range, or if key_near is negative
// for distances. Only for 16 and 24 bits.
bool glsort_order_has_range(const glsort_order_desc* desc, const glsort_order_args* args);

#endif
