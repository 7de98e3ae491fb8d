// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort where every invocation ranks a run of keys by itself.
#ifndef GLSORT_SHARED_RADIX_RUNS_H
#define GLSORT_SHARED_RADIX_RUNS_H

#include "shared/io.h"
#include "shared/radix.h"

#define RADIX_RUN 256      // keys, or a multiple of that
#define RADIX_RUN_GROUP 16 // invocations; their histograms fill 16 KiB of shared memory
// Runs. More keys take longer runs, since one invocation walks along a row of counts, and
// llvmpipe ends an invocation's loops after 65,535 rounds.
#define RADIX_RUNS_MOST 32768

// Binding points, after those of shared/io.h.
#define ITEMS_COUNTS 4 // counts[bin * run_count + run]
#define ITEMS_TOTALS 5 // totals[bin]

struct items_params {
    io_params io;
    uint first_bit;  // of the digit
    uint digit_mask; // (1 << bits of the digit) - 1
    uint run_count;
    uint run_keys; // keys of a run; the last one may have fewer
};

#endif
