// SPDX-License-Identifier: MIT
// The passes of an order around the sorts of an algorithm:
//
//   prepare count   the count on the GPU becomes dispatch arguments
//   of each view:
//     keys          a key for each element; counts the visible or the rejected ones. For
//                   points of which none are removed, most sorts do so in their first
//                   pass
//     scan          visible elements before each tile       only of very many
//     compact       (key, element) of the visible elements  only if elements are removed
//     prepare count their number as dispatch arguments      only if elements are removed
//       or cull     all four in a single pass, which also writes the commands: for up
//                   to ORDER_CHAINED_MOST elements, where a chained scan is fast or the
//                   sort is a chain. A chain culls up to ORDER_CULL_COUNTS_MOST elements
//                   in its first pass
//     sort          (key, element) by the algorithm
//     expand        elements to their vertices              of primitives
//   commands        visible counts and draw commands        only if asked for
//
// An order of segments has no culling passes: the sort of every segment leaves rejected
// elements last, and the last pass searches for the first of them.
//
// Without segments, the commands depend on nothing that the sort writes, except the
// number of rejected elements where its first pass makes the keys. So no barrier
// separates them from the later passes of the sort, and GPUs run both at the same time.
//
// Where no elements are removed, the sort makes the indices itself: a view of points
// takes as many passes as a sort of ready keys, or one more. Few elements
// take a single pass instead (order_all.c).
#ifndef GLSORT_ORDER_BUILD_H
#define GLSORT_ORDER_BUILD_H

#include "order_desc.h"
#include "build.h"

// See recipe.h. `what` is a struct order_what.
bool glsort_order_sorts(const void* what);
uint32_t glsort_order_empty_shader(const void* what, const struct plan_core* core);
const char* glsort_order_reason(const void* what, const struct plan_core* core);
void glsort_order_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s);

#endif
