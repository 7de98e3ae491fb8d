// SPDX-License-Identifier: MIT
// The passes of the operations on arrays that sort nothing. `what` is the filled
// descriptor of the operation; recipe.h says what the functions do.
#ifndef GLSORT_ARRAYS_BUILD_H
#define GLSORT_ARRAYS_BUILD_H

#include <glsort/glsort_arrays.h>

#include "build.h"

// ---- scan -----------------------------------------------------------------------------

// Reduce each tile to its sum, scan the sums, add them to the tiles (G. E. Blelloch,
// "Prefix Sums and Their Applications", 1990).

// shape.options: the run writes SLOT_TOTAL_OUT.
enum { SCAN_TOTAL_OUT = 1 };

glsort_result glsort_scan_fill(const void* desc, const struct glsort_limits* limits,
                               void* what, const struct call* call);
glsort_sort_desc glsort_scan_elements(const void* what);
void glsort_scan_build(const void* what, const struct plan_core* core,
                       const struct shape* shape, struct schedule* s);

// ---- gather: a pass for each stream ---------------------------------------------------

// shape.records: the number of records of each stream's input.
glsort_result glsort_gather_fill(const void* desc, const struct glsort_limits* limits,
                                 void* what, const struct call* call);
glsort_sort_desc glsort_gather_elements(const void* what);
void glsort_gather_build(const void* what, const struct plan_core* core,
                         const struct shape* shape, struct schedule* s);

// Bytes from the first record of a stream's input to the end of the last.
uint64_t glsort_gather_input_bytes(const glsort_stream* stream, uint32_t record_count);

// ---- lists ----------------------------------------------------------------------------

// Count the nodes of every list, turn the counts into offsets, walk the lists again to
// write their nodes.

// shape.options: the run reads SLOT_IDS_IN, it writes SLOT_OVERFLOW_OUT.
enum { LISTS_IDS_IN = 1, LISTS_OVERFLOW_OUT = 2 };

// shape.records: the number of nodes; if it is on the GPU, max_nodes.
glsort_result glsort_lists_fill(const void* desc, const struct glsort_limits* limits,
                                void* what, const struct call* call);
glsort_sort_desc glsort_lists_elements(const void* what); // what is counted: lists
void glsort_lists_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s);

// Bytes from the first byte of a field of node 0 to the last byte of the same field of
// the last node.
uint64_t glsort_lists_field_bytes(const glsort_lists_desc* filled, uint32_t node_count);

#endif
