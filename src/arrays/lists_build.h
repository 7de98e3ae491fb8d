// SPDX-License-Identifier: MIT
// The passes that turn linked lists into segments: count the nodes of every list, turn
// the counts into offsets, walk the lists again to write their nodes.
#ifndef GLSORT_LISTS_BUILD_H
#define GLSORT_LISTS_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// shape.options: the run reads SLOT_IDS_IN, it writes SLOT_OVERFLOW_OUT.
enum { LISTS_IDS_IN = 1, LISTS_OVERFLOW_OUT = 2 };

// See recipe.h. `what` is a glsort_lists_desc with its defaults, shape.records the number
// of nodes; if it is on the GPU, max_nodes.
glsort_result glsort_lists_fill(const void* desc, const struct glsort_limits* limits,
                                void* what, const struct call* call);
glsort_sort_desc glsort_lists_elements(const void* what); // what is counted: lists
void glsort_lists_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s);

// Bytes from the first byte of a field of node 0 to the last byte of the same field of
// the last node.
uint64_t glsort_lists_field_bytes(const glsort_lists_desc* filled, uint32_t node_count);

#endif
