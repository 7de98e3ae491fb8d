// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort in which each invocation ranks a run of neighbouring
// keys by itself.
#ifndef GLSORT_SHARED_RADIX_RUNS_H
#define GLSORT_SHARED_RADIX_RUNS_H

#include "shared/io.h"
#include "shared/radix.h"

#define RADIX_RUN 256      // a run is this many keys, or a multiple
#define RADIX_RUN_GROUP 16 // invocations; their histograms fill 16 KiB of shared memory
// Most runs. Plans for larger counts have longer runs, since one invocation per bin scans
// the counts of all runs, and llvmpipe stops a loop after 65,535 iterations.
#define RADIX_RUNS_MOST 32768

// Binding points, after those of shared/io.h.
#define RUNS_COUNTS 4 // counts[bin * runs + run]
#define RUNS_TOTALS 5 // totals[bin]

struct runs_params {
    io_params io;
    uint first_bit;  // of the digit
    uint digit_mask; // (1 << bits of the digit) - 1
    uint run_keys;   // keys of a run; the last one may have fewer
    uint reserved0;
};

#endif
