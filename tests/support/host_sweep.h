// SPDX-License-Identifier: MIT
// What the tests of all forms sort on the host.
#ifndef GLSORT_HOST_SWEEP_H
#define GLSORT_HOST_SWEEP_H

#include "host_bench.h"

// The tests that the forms of one algorithm have in common, and what they sort.
struct host_sweep {
    const struct host_setup* setups;
    uint32_t setup_count;
    const uint32_t* counts; // each on a plan of its own, the smallest ones aside
    uint32_t count_count;
    uint32_t slow_counts;            // the last ones, for everything only
    uint32_t most;                   // of the plan that all counts in turn are sorted on
    const struct host_setup* on_gpu; // with the count in a buffer; none
    uint32_t on_gpu_count;
};

// Runs them all, for main.
int host_sweep_run(const struct host_sweep* sweep);

// Every count from 0 to 600 (300 with a sanitizer), each with a plan of its own, and
// every distribution; from 200 on one of the eight distributions by turns. In full length
// to 4200, and by turns from 1100.
void host_sweep_small(const struct host_setup* setups, uint32_t setup_count);

// Each count on a plan of its own, one distribution each.
void host_sweep_counts(const struct host_setup* setups, uint32_t setup_count,
                       const uint32_t* counts, uint32_t count_count);

// Counts up and down on one plan of the largest.
void host_sweep_one_plan(const struct host_setup* setups, uint32_t setup_count,
                         const uint32_t* counts, uint32_t count_count);

#endif
