// SPDX-License-Identifier: MIT
// A plan and a host machine that runs it, for tests that sort.
#ifndef GLSORT_HOST_BENCH_H
#define GLSORT_HOST_BENCH_H

#include "host_stream.h"

// A way to sort: zero means the default, as in a plan's descriptor.
struct host_setup {
    const char* name;
    glsort_plan_desc desc; // without max_count
    uint32_t version;      // of the limits: 430 if 0
    bool in_place;
};

struct host_bench {
    const struct host_setup* setup;
    struct plan_core core;
    struct host_machine machine;
    glsort_allocator allocator;
    uint32_t* keys; // as filled in last
    uint32_t* values;
    uint32_t* indices; // of the stable order
    char text[512];
};

// The least limits of the version, with so few work groups an axis that dispatches of
// max_count are folded over two.
struct glsort_limits host_limits(uint32_t version, uint32_t max_count);

// Aborts if there can be no such plan.
void host_bench_open(struct host_bench* bench, const struct host_setup* setup,
                     uint32_t max_count);
void host_bench_close(struct host_bench* bench);

// Fills in keys and values and works out the stable order.
void host_bench_fill(struct host_bench* bench, uint32_t count, uint32_t distribution);

// Makes the core's schedule that of `count` elements.
void host_bench_build(struct host_bench* bench, uint32_t count);

// Builds the schedule of what was filled in, and starts a run of it.
void host_bench_begin(struct host_bench* bench, uint32_t count);

// NULL if the outputs are the inputs in stable order, the inputs are whole and nothing else
// was written; otherwise a sentence.
const char* host_bench_wrong(struct host_bench* bench, uint32_t count);

// All of it: fill, begin, run, compare. NULL or a sentence.
const char* host_bench_sort(struct host_bench* bench, uint32_t count,
                            uint32_t distribution);

// Pass counts of the last built schedule.
uint32_t host_sort_passes(const struct schedule* s);

#endif
