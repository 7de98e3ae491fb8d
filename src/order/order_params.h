// SPDX-License-Identifier: MIT
// The parameters of an order's passes, which both backends share.
#ifndef GLSORT_ORDER_PARAMS_H
#define GLSORT_ORDER_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>

#include "shared/order.h"

// All but the bases and what belongs to one pass. desc has its defaults filled in.
// params.reject is the key of rejected elements, which come last unless they are removed:
// for floats the NaN that the sort's map makes the largest integer; no other key is a
// NaN.
struct order_params glsort_order_params(const glsort_order_desc* desc, uint32_t count,
                                        uint32_t view, uint32_t view_count);

// PLAIN of compute passes (order/element_storage.glsl).
bool glsort_order_is_plain(const glsort_order_desc* desc);

#endif
