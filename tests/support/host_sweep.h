// SPDX-License-Identifier: MIT
// What the tests of all forms sort on the host.
#ifndef GLSORT_HOST_SWEEP_H
#define GLSORT_HOST_SWEEP_H

#include "host_bench.h"

// Every count from 0 to 600 (300 with a sanitizer), each with a plan of its own, and every
// distribution; from 200 on one of the eight distributions by turns. In full length to 4200,
// and by turns from 1100.
void host_sweep_small(const struct host_setup* setups, uint32_t setup_count);

// Each count on a plan of its own, one distribution each.
void host_sweep_counts(const struct host_setup* setups, uint32_t setup_count,
                       const uint32_t* counts, uint32_t count_count);

// Counts up and down on one plan of the largest.
void host_sweep_one_plan(const struct host_setup* setups, uint32_t setup_count,
                         const uint32_t* counts, uint32_t count_count);

#endif
