// SPDX-License-Identifier: MIT
// The schedule of a draw order, without GL.
#ifndef HOST_ORDERS_H
#define HOST_ORDERS_H

#include "order_build.h"

struct host_order {
    struct order_what what;
    struct plan_core core;
};

// Built for max_count and max_views. False if the order is refused.
bool host_order_try(struct host_order* o, const struct glsort_limits* limits,
                    const glsort_order_desc* desc);
// The same, but fails the test if it is refused.
void host_order_open(struct host_order* o, const struct glsort_limits* limits,
                     const glsort_order_desc* desc);
// Builds for this count and number of views, and returns the number of passes.
uint32_t host_order_build(struct host_order* o, uint32_t count, uint32_t views);
// Passes of its sort alone.
uint32_t host_order_sort_passes(const struct host_order* o, uint32_t count);
void host_order_close(struct host_order* o);

#endif
