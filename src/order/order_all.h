// SPDX-License-Identifier: MIT
// Few elements in one pass: order_all.comp or order_exchange.comp computes their keys,
// ranks them and writes all outputs of all views.
#ifndef GLSORT_ORDER_ALL_H
#define GLSORT_ORDER_ALL_H

#include "order_passes.h"

// True if AUTO takes this pass for all runs of the order: the backend is compute, neither
// an algorithm nor a method is asked for, the device has the work groups and the shared
// memory of the pass, max_count is within the number measured for such devices, and the
// pass supports what the order asks for: no segments, no elements_out, and no depths if
// order_all.comp culls primitives by the frustum.
bool glsort_order_takes_all(const glsort_order_desc* desc,
                            const struct glsort_limits* limits);

void glsort_order_add_all(struct order_builder* b);

#endif
