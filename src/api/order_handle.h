// SPDX-License-Identifier: MIT
// The struct behind the handle of an order, and what its entry points share.
#ifndef GLSORT_ORDER_HANDLE_H
#define GLSORT_ORDER_HANDLE_H

#include "handles.h"
#include "order_build.h"

struct glsort_order {
    glsort_allocator allocator;
    struct order order;
    glsort_plan* plan;
};

// Checks the descriptor, and fills in all of *order.
glsort_result glsort_order_fill(const glsort_order_desc* desc,
                                const struct glsort_limits* limits,
                                struct message* message, struct order* order);

// Sets what the schedule depends on beside the count.
void glsort_order_set_shape(struct glsort_order* o, uint32_t views, uint32_t vertices);

// Returns GLSORT_ERROR_STATE with a sentence if the context of the order is gone.
glsort_result glsort_order_check_fate(const glsort_order* order, const char* call);

#endif
