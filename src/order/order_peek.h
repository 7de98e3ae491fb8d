// SPDX-License-Identifier: MIT
// A peek at an open run of an order: the elements of the view whose sort began last, in
// the order that it has reached.
#ifndef GLSORT_ORDER_PEEK_H
#define GLSORT_ORDER_PEEK_H

#include "order_build.h"

// See recipe.h. A pass that moves the elements of a view records the view's
// number, from 1, as its part.
bool glsort_order_peek(const void* what, const struct plan_core* core,
                       const struct peek_request* request, struct schedule* s);

// Outputs of a sort of view v begin at element v * max_count: moves the bindings of
// the passes from first_pass on, which are built as those of view 0.
void glsort_order_move_outputs(struct schedule* s, uint32_t first_pass,
                               const glsort_order_desc* desc, uint32_t view);

// Lets passes from first_pass on find the count of the elements in this slot, not in
// SLOT_STATE: if elements are removed, each of two views that take turns has a count of
// its own.
void glsort_order_rename_state(struct schedule* s, uint32_t first_pass, uint8_t state);

#endif
