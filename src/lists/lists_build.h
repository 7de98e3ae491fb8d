// SPDX-License-Identifier: MIT
// The passes that turn linked lists into segments: count the nodes of every list, turn
// the counts into offsets, walk the lists again to write their nodes.
#ifndef GLSORT_LISTS_BUILD_H
#define GLSORT_LISTS_BUILD_H

#include <glsort/glsort_segments.h>

#include "plan_core.h"

struct lists {
    glsort_lists_desc desc; // with its defaults
    uint32_t node_count;    // of the schedule; on the GPU: max_nodes
    bool ids;               // of the schedule: it reads SLOT_IDS_IN
    bool overflow;          // it writes SLOT_OVERFLOW_OUT
};

// Checks a descriptor and copies it to *filled with its defaults.
glsort_result glsort_lists_fill(const glsort_lists_desc* desc,
                                const struct glsort_limits* limits,
                                glsort_lists_desc* filled, const struct call* call);

// Bytes from the first byte of a field of node 0 to the last byte of the same field of
// the last node.
uint64_t glsort_lists_field_bytes(const glsort_lists_desc* filled, uint32_t node_count);

// What the plan counts, which is lists, for glsort_plan_core_compose().
glsort_plan_desc glsort_lists_elements(const glsort_lists_desc* filled);

// The composition; *lists must outlive it.
struct composition glsort_lists_composition(const struct lists* lists);

#endif
