// SPDX-License-Identifier: MIT
// Warming up plans and orders.
#ifndef GLSORT_WARM_H
#define GLSORT_WARM_H

#include "coverage.h"
#include "handles.h"

// What warming up must know of a plan's runs. set_run is NULL if the block holds only the
// count.
struct warm_hooks {
    // Fills in the per-run block of a run of `count` elements, except for the block's
    // count, which is set already.
    void (*set_run)(void* what, uint32_t count);
    void* what;
    bool counts_on_gpu; // runs have the schedule of max_count
    uint32_t dead_word; // see stand_ins.h, also for the next field
    uint8_t kinds[SLOT_SCRATCH];
};

// The checks of glsort_plan_warm() after those of the handle, for entry point `call`.
glsort_result glsort_warm_check(const struct glsort_plan* plan, const char* call);

// Runs these counts, and leaves no schedule: the next run builds its own.
glsort_result glsort_warm_run(struct glsort_plan* plan, const struct coverage* coverage,
                              const struct warm_hooks* hooks, const char* call);

#endif
