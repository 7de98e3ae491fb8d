// SPDX-License-Identifier: MIT
// One of the things that are measured in turns: a plan of the library (plan_lane.h), a
// peer (peer_lane.h), or a way to make a draw order (order_lanes.h).
#ifndef BENCH_LANE_H
#define BENCH_LANE_H

#include "arena.h"

struct lane;

// What can be measured. Functions that are NULL have nothing to do.
struct lane_kind {
    // Creates what is needed. A refusal is kept in the row.
    void (*create)(struct lane* lane);
    void (*release)(struct lane* lane);
    // Puts something else where the last lane left the right result.
    void (*poison)(const struct lane* lane);
    // Submits one run to the GPU; false, with a refusal, if it cannot. NULL: on the CPU.
    bool (*submit)(struct lane* lane);
    // Runs on the CPU; milliseconds, below 0 with a refusal.
    double (*run)(struct lane* lane);
    bool (*check)(struct lane* lane);
    // Takes a sample with keys and values from and to the CPU's memory.
    void (*sample_transfer)(struct lane* lane);
    // Gives the plan up for one with time stamps around every pass, and reads those of
    // `runs` runs; 0: only what passes there are.
    void (*split)(struct lane* lane, uint32_t runs);
};

struct lane {
    const struct lane_kind* kind;
    struct arena* arena;
    const struct form* form; // NULL: not of the library's forms
    const struct peer* peer;
    struct row row;
    glsort_plan* plan;
    void* more; // of the kind
    double estimate_ms;
    double spent_ms;
};

struct lanes {
    struct lane at[MAX_LANES];
    uint32_t count;
};

bool lane_is_live(const struct lane* lane);
void lane_refuse(struct lane* lane, const char* sentence);

// Runs once and waits; milliseconds, below 0 on failure. submit_ms: may be NULL.
double lane_run(struct lane* lane, double* submit_ms);
// Takes a sample of every time but end_to_end.
void lane_sample(struct lane* lane);
// Lists the passes of the run of lane->plan that was described last, and times those of
// `runs` runs. The plan has time stamps.
void lane_time_passes(struct lane* lane, uint32_t runs);

#endif
