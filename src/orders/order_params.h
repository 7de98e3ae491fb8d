// SPDX-License-Identifier: MIT
// The parameters of an order's passes, on both backends.
#ifndef GLSORT_ORDER_PARAMS_H
#define GLSORT_ORDER_PARAMS_H

#include "order_traits.h"
#include "shared/order.h"

// All but the bases and what belongs to one pass. params.reject is the key of rejected
// elements, which come last unless they are removed: for floats the NaN that the sort's
// map makes the largest integer; no other key is a NaN.
struct order_params glsort_order_params(const struct order* order, uint32_t count,
                                        uint32_t view, uint32_t view_count);

#endif
