// SPDX-License-Identifier: MIT
// The struct behind the handle of an order, and what its entry points share.
#ifndef GLSORT_ORDER_HANDLE_H
#define GLSORT_ORDER_HANDLE_H

#include "checks.h"
#include "order_build.h"
#include "segments_build.h"

struct glsort_order {
    glsort_allocator allocator;
    struct order order;
    struct segments segments; // of an order with max_segments
    glsort_plan* plan;
};

// Checks the descriptor, and fills in the fields of *order that determine its passes.
glsort_result glsort_order_fill(const glsort_order_desc* desc,
                                const struct glsort_limits* limits,
                                const struct call* call, struct glsort_order* order);

// Checks that the order is not NULL and that its context is not gone; ready also checks
// that its creation is finished. Returns the error of entry point `call` otherwise.
glsort_result glsort_order_check(const struct glsort_order* order, const char* call);
glsort_result glsort_order_check_ready(const struct glsort_order* order,
                                       const char* call);

// Ends the creation, during which the order has its largest schedule: for memory and
// programs.
void glsort_order_settle(struct glsort_order* o);

// Sets what the schedule depends on besides the count.
void glsort_order_set_shape(struct glsort_order* o, uint32_t views, uint32_t vertices);
void glsort_order_set_segments(struct glsort_order* o, uint32_t segment_count);

// The arguments of a run, for the walk over the table of orders.
struct run_arguments glsort_order_arguments(const struct glsort_order* o,
                                            const glsort_order_args* args,
                                            uint32_t count);

// Fills in the per-run block, except for its count, which must be set already.
void glsort_order_set_run(struct glsort_order* o, const glsort_order_args* args,
                          uint32_t count, uint32_t views);

#endif
