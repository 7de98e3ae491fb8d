// SPDX-License-Identifier: MIT
// The descriptor of an order: its checks and defaults, and what it asks of the sort.
#ifndef GLSORT_ORDER_DESC_H
#define GLSORT_ORDER_DESC_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "memory.h"
#include "order_io.h"

// Fills in *what, a struct order_what, with the defaults of a descriptor and what
// follows, and checks it against the device; expected_count and AUTO for the algorithm
// and the method are left to the sort.
glsort_result glsort_order_fill(const void* desc, const struct glsort_limits* limits,
                                void* what, const struct call* call);

// The descriptor of the sort of (key, element) pairs that the order contains.
glsort_sort_desc glsort_order_elements(const void* what);

// For fragment passes on GL, with buffer textures of so many texels: sets COPIES_INPUTS
// where these do not cover the buffers, or refuses inputs whose sizes only a run knows.
glsort_result glsort_order_fill_fetches(struct order_what* what, uint32_t most_texels,
                                        const struct glsort_limits* limits,
                                        const struct call* call);

#endif
