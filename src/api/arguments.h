// SPDX-License-Identifier: MIT
// The checks of the buffers in the arguments of a run of a composition: which ones are
// given, where their ranges lie, whether they overlap, and what GL says of them.
#ifndef GLSORT_ARGUMENTS_H
#define GLSORT_ARGUMENTS_H

#include "handles.h"

// A buffer in the arguments of a run, and the bytes of it that the run may access.
struct buffer_argument {
    const char* field;
    const glsort_resource* resource;
    bool used;     // by runs of some count
    bool wanted;   // by this run
    bool optional; // wanted only if it is given
    bool output;
    // The output may be this input as a whole: the same offset in the same buffer.
    const glsort_resource* in_place;
    uint32_t alignment; // of the offset, bytes; 0: 4
    uint64_t bytes;     // from the offset rounded down to a multiple of 4
    const char* what;   // for sentences: what `number` counts
    uint32_t number;
};

struct run_call {
    const char* call; // the entry point
    const char* what; // the object: "scan"
    const struct glsort_plan* plan;
};

glsort_result glsort_arguments_check(const struct run_call* call,
                                     const struct buffer_argument* list, uint32_t count);

// The argument that every composition has: the count on the GPU.
struct buffer_argument glsort_argument_count(const glsort_resource* count_in,
                                             glsort_count_source source);

struct slot_object glsort_argument_object(const glsort_resource* resource);

#endif
