// SPDX-License-Identifier: MIT
// The schedule of a draw order, without GL.
#ifndef HOST_ORDERS_H
#define HOST_ORDERS_H

#include "order_build.h"

struct host_order {
    struct order_what what;
    struct plan_core core;
};

// Built for max_count and max_views; fails the test if the order is refused.
void host_order_open(struct host_order* o, const struct glsort_limits* limits,
                     const glsort_order_desc* desc);
// Builds for this count and number of views, and returns the number of passes.
uint32_t host_order_build(struct host_order* o, uint32_t count, uint32_t views);
void host_order_close(struct host_order* o);

#endif
