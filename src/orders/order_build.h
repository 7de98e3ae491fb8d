// SPDX-License-Identifier: MIT
// What the recipe of orders consists of: descriptors (order_desc.c), and the passes of
// both backends (order_build.c, order_draws.c).
#ifndef GLSORT_ORDER_BUILD_H
#define GLSORT_ORDER_BUILD_H

#include "build.h"
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

// See recipe.h. `what` is a struct order_what.
bool glsort_order_sorts(const void* what);
const char* glsort_order_reason(const void* what, const struct plan_core* core);
void glsort_order_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s);

// ---- fragment passes ------------------------------------------------------------------

// Texels of the largest texture.
uint64_t glsort_order_most_texels(const struct order_what* what);

void glsort_order_build_draws(const struct order* order, const struct plan_core* core,
                              struct schedule* s);

#endif
