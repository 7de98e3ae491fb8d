// SPDX-License-Identifier: MIT
// What a device cannot bind or hold of an order of max_count elements.
#ifndef GLSORT_ORDER_SIZES_H
#define GLSORT_ORDER_SIZES_H

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "memory.h"

// Both take a descriptor with its defaults filled in.

// Refuses what no offset in the caller's buffers makes fit.
glsort_result glsort_order_check_sizes(const glsort_order_desc* desc,
                                       const struct glsort_limits* limits,
                                       const struct call* call);

// The same for the inputs of fragment passes on GL: buffer textures of so many texels.
glsort_result glsort_order_check_fetches(const glsort_order_desc* desc,
                                         uint32_t most_texels, const struct call* call);

#endif
