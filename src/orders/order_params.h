// SPDX-License-Identifier: MIT
// The parameters of an order's passes on both backends, and what the numbers of a run put
// into its shape and its per-run block.
#ifndef GLSORT_ORDER_PARAMS_H
#define GLSORT_ORDER_PARAMS_H

#include "order_traits.h"
#include "shared/order.h"

// All but the bases and what belongs to one pass. params.reject is the key of rejected
// elements, which come last unless they are removed: for floats the NaN that the sort's
// map makes the largest integer; no other key is a NaN.
struct order_params glsort_order_params(const struct order* order, uint32_t count,
                                        uint32_t view, uint32_t view_count);

// Fills in all but the count block. desc has its defaults filled in; the views come from
// the arguments.
void glsort_order_values(const glsort_order_desc* desc, const glsort_order_args* args,
                         uint32_t view_count, struct order_run* run);

// Writes the layout of a run to order_shape.layout, which holds zeros. They remain if the
// layout is the descriptor's.
void glsort_order_lay_out(const glsort_order_desc* desc,
                          const glsort_order_layout* layout, uint32_t* taken);

// What is wrong with key_near and key_far for keys of 16 and 24 bits: a static sentence,
// or NULL. Metrics are squares for distances, and of primitives sums for CENTROID.
const char* glsort_order_range_mistake(const glsort_order_desc* desc,
                                       const glsort_order_args* args);

#endif
