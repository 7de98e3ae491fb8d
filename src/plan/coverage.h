// SPDX-License-Identifier: MIT
// Few and small counts whose schedules together have every program of a plan, with every
// combination of texture formats that it meets. For warming up: drivers translate a
// program when it first works, and again for other formats.
#ifndef GLSORT_COVERAGE_H
#define GLSORT_COVERAGE_H

#include "plan_core.h"

enum { COVERAGE_RUNS = 16 };

struct covering_run {
    uint32_t count;
    bool in_place;
};

struct coverage {
    struct covering_run runs[COVERAGE_RUNS];
    uint32_t run_count;
    bool complete; // all combinations found are covered
};

// Tries counts up to max_count, as if they came from the CPU: with a count on the GPU the
// same count then gives work to every pass. Builds schedules; afterwards none is built.
void glsort_coverage_find(struct plan_core* core, struct coverage* coverage);

#endif
