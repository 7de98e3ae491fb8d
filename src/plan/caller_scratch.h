// SPDX-License-Identifier: MIT
// Which scratch of a plan with GLSORT_PLAN_CALLER_SCRATCH is in the caller's buffer, and
// where. The plan keeps what persists between runs (zeroed buffers) and what passes read
// as a count or as dispatch arguments.
#ifndef GLSORT_CALLER_SCRATCH_H
#define GLSORT_CALLER_SCRATCH_H

#include "schedule.h"

struct caller_scratch {
    bool of_caller[MAX_SCRATCH]; // by scratch index
    uint64_t at[MAX_SCRATCH];    // byte in the caller's range, a multiple of `alignment`
    uint64_t bytes;              // of that range
};

// Lays out the scratch of the plan's largest schedule. False if some of it is a texture,
// which the caller's buffer cannot hold.
bool glsort_caller_scratch_lay_out(struct caller_scratch* c, const struct schedule* s,
                                   uint32_t alignment);

#endif
