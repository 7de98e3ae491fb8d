// SPDX-License-Identifier: MIT
// A plan and a host machine that runs it, for tests that sort.
#ifndef GLSORT_HOST_BENCH_H
#define GLSORT_HOST_BENCH_H

#include "host_stream.h"

// A way to sort: zero means the default, as in a plan's descriptor.
struct host_setup {
    const char* name;
    glsort_sort_desc desc; // without max_count
    uint32_t version;      // of the limits; 0: 430, or 330 for fragments
    bool in_place;
    bool software; // the device renders on the CPU
};

struct host_bench {
    const struct host_setup* setup;
    struct plan_core core;
    struct host_machine machine;
    uint32_t key_words;
    uint32_t value_words;
    uint32_t* keys; // as filled in last
    uint32_t* values;
    uint32_t* indices; // of the stable order
    uint32_t* sorted_keys;
    uint32_t* sorted_values;
    uint32_t distribution;
    char text[512];
};

// The least limits of the version, with so few work groups an axis that dispatches of
// max_count are folded over two.
struct glsort_limits host_limits(uint32_t version, uint32_t max_count);

// Limits that no count below 2^26 meets.
struct glsort_limits host_roomy_limits(uint32_t version);

// A plan without a machine, for tests that only read schedules. Aborts if there can be
// none.
void host_core_open(struct plan_core* core, const struct host_setup* setup,
                    const struct glsort_limits* limits, uint32_t max_count);
void host_core_close(struct plan_core* core);

// Makes the core's schedule that of `count` elements.
void host_core_build(struct plan_core* core, uint32_t count);

// Aborts if there can be no such plan.
void host_bench_open(struct host_bench* bench, const struct host_setup* setup,
                     uint32_t max_count);
void host_bench_close(struct host_bench* bench);

// Fills in keys and values and works out the stable order.
void host_bench_fill(struct host_bench* bench, uint32_t count, uint32_t distribution);

// Builds the schedule of what was filled in, and starts a run of it.
void host_bench_begin(struct host_bench* bench, uint32_t count);

// NULL if the outputs are the inputs in stable order, the inputs are whole and nothing
// else was written; otherwise a sentence.
const char* host_bench_wrong(struct host_bench* bench, uint32_t count);

// Begins, runs and compares. NULL or a sentence.
const char* host_bench_run(struct host_bench* bench, uint32_t count);

// All of it: fills in and runs. NULL or a sentence.
const char* host_bench_sort(struct host_bench* bench, uint32_t count,
                            uint32_t distribution);

// Peeks after `done` passes. NULL if what it shows is a permutation of the input, keys
// with their values; otherwise a sentence.
const char* host_bench_peek(struct host_bench* bench, uint32_t done, uint32_t count);

// Sorts what was filled in with a peek before and after every pass, and compares. The
// last peek must show the result.
const char* host_bench_watch(struct host_bench* bench, uint32_t count);

// Pass counts of the last built schedule.
uint32_t host_sort_passes(const struct schedule* s);

#endif
