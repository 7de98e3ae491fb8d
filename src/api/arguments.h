// SPDX-License-Identifier: MIT
// The checks of the resources in the arguments of a run or a peek: which ones are given,
// where their ranges lie, whether they overlap, and what GL says of them.
#ifndef GLSORT_ARGUMENTS_H
#define GLSORT_ARGUMENTS_H

#include "handles.h"
#include "texture_checks.h"

// A resource in the arguments of a run, and what of it the run may access.
struct run_argument {
    const char* field;
    const glsort_resource* resource;
    bool used;     // by runs of some count
    bool wanted;   // by this run
    bool optional; // wanted only if it is given
    bool output;
    bool read_first; // before anything is written, so outputs may overlap it
    bool copied;     // by glCopyBufferSubData, so that no binding limits it
    bool fetched;    // in fragment passes as a buffer texture, not copied
    // The output may be this input as a whole: the same offset in the same buffer.
    const glsort_resource* in_place;
    uint32_t alignment; // of the offset, bytes; 0: 4
    uint64_t first;     // bytes from the offset to the first that the run may access
    uint64_t bytes;     // from that byte, rounded down to a multiple of 4
    // The parts that are bound one at a time, such as those of views; 0: bound as a
    // whole.
    uint32_t parts;
    uint64_t part_bytes;
    uint64_t part_step; // bytes from one part to the next
    const char* what;   // for sentences: what `number` counts, in the plural
    uint32_t number;
    uint32_t element_bytes; // of a strided input, for sentences; otherwise the two are
    uint32_t stride_bytes;  // equal
    bool is_texture;        // with an element in each texel; otherwise a buffer
    struct texture_format format;
    uint32_t texels;
};

struct run_call {
    const char* call; // the entry point
    const char* what; // the object: "scan"
    const struct glsort_plan* plan;
    uint64_t most_bound_bytes; // of a storage binding
};

// Without GL: names and ranges.
glsort_result glsort_arguments_check_ranges(const struct run_call* call,
                                            const struct run_argument* list,
                                            uint32_t count);

// Inputs may overlap each other.
glsort_result glsort_arguments_check_overlap(const struct run_call* call,
                                             const struct run_argument* list,
                                             uint32_t count);

// The context and, by queries of GL, the objects.
glsort_result glsort_arguments_check_objects(const struct run_call* call,
                                             const struct run_argument* list,
                                             uint32_t count);

// The arguments of a run that are not resources.
glsort_result glsort_arguments_check_run(const struct run_call* call, uint32_t count,
                                         uint32_t consumers);
glsort_result glsort_arguments_check_consumers(const struct run_call* call,
                                               uint32_t consumers);

struct slot_object glsort_argument_object(const glsort_resource* resource);

#endif
