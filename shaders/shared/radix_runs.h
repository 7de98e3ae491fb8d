// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort in which each invocation ranks a run of neighbouring
// keys by itself.
#ifndef GLSORT_SHARED_RADIX_RUNS_H
#define GLSORT_SHARED_RADIX_RUNS_H

#include "shared/io.h"
#include "shared/radix.h"

// A run is a power of two of keys, at least RADIX_RUN. The longest also bounds the loops
// of an invocation: llvmpipe stops a loop after 65,535 iterations.
#define RADIX_RUN 64
#define RADIX_RUN_MOST 32768
#define RADIX_RUN_GROUP 8 // invocations
#define RADIX_RUN_BINS 8  // that an invocation scans

// Binding points, after those of shared/io.h.
#define RUNS_COUNTS 4 // counts[run * RADIX_BINS + bin]
#define RUNS_TOTALS 5 // totals[bin]

struct runs_params {
    io_params io;
    uint first_bit;  // of the digit
    uint digit_mask; // (1 << bits of the digit) - 1
    uint run_keys;   // keys of a run; the last one may have fewer
    uint reserved0;
};

#endif
