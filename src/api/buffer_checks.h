// SPDX-License-Identifier: MIT
// The check of a caller's buffer before a run.
#ifndef GLSORT_BUFFER_CHECKS_H
#define GLSORT_BUFFER_CHECKS_H

#include "handles.h"

// A buffer in the arguments of a call, for the sentences.
struct buffer_use {
    const char* call;
    const char* field;
    const char* owner; // the object: "plan", "order", "scan" and so on
    GLuint name;
    const char* elements; // "1000 elements"
    uint32_t number;      // of these
    uint64_t offset;      // of the first element
    uint64_t end;         // of the bytes that are used
};

// glBind* with an unknown name fails and leaves the previous buffer bound. So a run could
// overwrite another buffer, the caller's or ours. A range past the end of its buffer
// gives undefined results.
glsort_result glsort_check_buffer_object(const struct glsort_plan* plan,
                                         struct caller_bindings* bindings,
                                         const struct buffer_use* use);

#endif
