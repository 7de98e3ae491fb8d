// SPDX-License-Identifier: MIT
// What a descriptor of an order and the numbers of its runs must be, as rows
// (field_rows.h). What only a device or the sizes of resources decide is in order_desc.c.
#ifndef GLSORT_ORDER_CHECK_H
#define GLSORT_ORDER_CHECK_H

#include "field_rows.h"
#include "order_traits.h"
#include "shared/order.h"

// The rows of a descriptor as it is given.
enum { ORDER_FIELDS = 95 };
extern const struct field_row glsort_order_fields[];

// Checks a descriptor whose defaults are filled in.
glsort_result glsort_order_check_filled(const struct order_what* what,
                                        const struct call* call);

// Refuses numbers of a run that the order does not use or that are above the plan's, and
// layouts that no run can have.
glsort_result glsort_order_check_args(const struct order_what* what,
                                      const glsort_order_args* args,
                                      const struct call* call);

// The numbers and views that make the keys of a run, of which order->shape has the counts
// and order->desc the layout. A run of no elements uses none of them.
glsort_result glsort_order_check_numbers(const struct order* order,
                                         const glsort_order_args* args,
                                         const struct call* call);

#endif
