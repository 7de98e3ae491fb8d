// SPDX-License-Identifier: MIT
// The fragment passes of an order:
//
//   take count     copies a count on the GPU
//   uploads        of the caller's buffers, on GLES
//   of each view:
//     keys         a key for each element
//     sort         elements by the algorithm
//     count        the visible elements, which come first
//     store        the order and, if asked for, elements and depths; with a count on the
//                  GPU, each output is filled first
//   store          visible counts, if asked for
//   command        of each view, if asked for
//
// Nothing is removed: rejected elements are sorted last, and written as 0xFFFFFFFF; their
// depths are their key. If only the order of one view is asked for, in a texture, and the
// count is not in a buffer, the sort's last pass writes it, without count and store.
#ifndef GLSORT_ORDER_DRAWS_H
#define GLSORT_ORDER_DRAWS_H

#include "order_params.h"
#include "build.h"

// Texels of the largest texture.
uint64_t glsort_order_most_texels(const struct order_what* what);

void glsort_order_build_draws(const struct order* order, const struct plan_core* core,
                              struct schedule* s);

#endif
