// SPDX-License-Identifier: MIT
// Positions in several buffers, or moved by matrices: a first pass, once for all views,
// writes the positions that all other passes read.
#ifndef GLSORT_ORDER_TRANSFORM_H
#define GLSORT_ORDER_TRANSFORM_H

#include "order_passes.h"

enum { TRANSFORMED_BYTES = 12 };

// The items whose positions are moved: vertices of primitives, or elements. In a run, and
// the most of all runs.
uint32_t glsort_order_transformed_items(const struct order* order, uint32_t count);
uint32_t glsort_order_most_transformed(const glsort_order_desc* desc);

// Passes that move positions, unless slices of an input add more: one for each source.
uint32_t glsort_order_transforming_passes(const struct order* order);

// The slot that such a pass reads positions from.
uint8_t glsort_order_source_slot(const struct order* order, uint32_t source);

struct order_move_params glsort_order_transform_params(const struct order* order,
                                                       uint32_t source);

// Compute: declares the positions, and appends the passes.
void glsort_order_declare_transformed(struct order_builder* b);
// over_all binds the count and sizes a pass over all elements; bind_count only binds it.
typedef void glsort_order_bind_count(struct order_builder* b, struct pass* p);
void glsort_order_add_transformed(struct order_builder* b,
                                  glsort_order_bind_count* over_all,
                                  glsort_order_bind_count* bind_count);

#endif
