// SPDX-License-Identifier: MIT
// Few elements in one pass: order_all.comp computes their keys, ranks them and writes all
// outputs of all views.
#ifndef GLSORT_ORDER_ALL_H
#define GLSORT_ORDER_ALL_H

#include "order_passes.h"

// True if AUTO takes this pass for all runs of the order: no algorithm is asked for, and
// max_count is within the number measured for such devices and what the device can hold.
bool glsort_order_takes_all(const glsort_order_desc* desc,
                            const struct glsort_limits* limits);

void glsort_order_add_all(struct order_builder* b);

#endif
