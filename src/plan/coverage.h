// SPDX-License-Identifier: MIT
// A few small counts whose schedules together have every program of a plan, with every
// combination of texture formats that it is used with. For warming up: drivers translate
// a program when it is first used, and again for other formats.
#ifndef GLSORT_COVERAGE_H
#define GLSORT_COVERAGE_H

#include "plan_core.h"

// For a count above COVERAGE_ELEMENTS the passes are sized for that count, but run with
// COVERAGE_ELEMENTS elements, as with a count on the GPU. Only methods that support a
// count on the GPU need this.
enum { COVERAGE_RUNS = 16, COVERAGE_ELEMENTS = 1 << 16 };

struct covering_run {
    uint32_t count;
    bool in_place;
};

struct coverage {
    struct covering_run runs[COVERAGE_RUNS];
    uint32_t run_count;
    bool complete; // all combinations found are covered
};

// The shape of such a run.
struct shape glsort_covering_shape(const struct plan_core* core, struct covering_run run);

// Tries counts up to max_count; with a count on the GPU, which has one schedule for all,
// max_count alone. Builds schedules, and leaves none: the next run builds its own.
void glsort_coverage_find(struct plan_core* core, bool counts_on_gpu,
                          struct coverage* coverage);

#endif
