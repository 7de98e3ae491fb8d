// SPDX-License-Identifier: MIT
// What the recipes for which no algorithm is chosen share: the
// fields that each of their descriptors has, and passes over one count of elements.
#ifndef GLSORT_ALONE_H
#define GLSORT_ALONE_H

#include "memory.h"
#include "plan_core.h"

// The fields that every such descriptor has.
struct alone_desc {
    uint32_t max_count;
    glsort_count_source count_source;
    glsort_backend backend;
    uint32_t flags;
    uint32_t all_flags; // every flag of the call's own
};

// Both check the values of the fields. The second is for a call that has compute passes
// only: it also refuses the fragment backend, and a device without compute.
glsort_result glsort_alone_check_fields(const struct alone_desc* desc,
                                        const struct call* call);
glsort_result glsort_alone_check(const struct alone_desc* desc,
                                 const struct glsort_limits* limits,
                                 const struct call* call);

// Refuses the resource that the field describes if its bytes do not fit in one binding of
// the device.
glsort_result glsort_alone_check_bytes(const char* field, uint64_t bytes,
                                       const struct glsort_limits* limits,
                                       const struct call* call);

// Bytes of the largest binding that shaders can address, with 32-bit positions.
uint64_t glsort_most_bound_bytes(const struct glsort_limits* limits);

struct alone_builder {
    struct schedule* s;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t tile;  // elements of a work group
    bool on_gpu;
};

// Begins the schedule; if the count is on the GPU, with the pass that reads it.
struct alone_builder glsort_alone_start(const struct plan_core* core, uint32_t count,
                                        uint32_t tile, struct schedule* s);

// Appends a dispatch with the count bound: one work group per tile, or a single work
// group whatever the count is.
struct pass* glsort_alone_over_tiles(struct alone_builder* b, const char* label,
                                     uint16_t shader);
struct pass* glsort_alone_once(struct alone_builder* b, const char* label,
                               uint16_t shader);

#endif
