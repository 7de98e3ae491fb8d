// SPDX-License-Identifier: MIT
// A lane is one of the things that are measured in turn: a plan of the library, a peer,
// or a way to make a draw order (order_lanes.h).
#ifndef BENCH_LANE_H
#define BENCH_LANE_H

#include "arena.h"

struct lane;

// A kind of lane. A function may be NULL if it has nothing to do.
struct lane_kind {
    // Creates the lane's objects. A refusal is stored in the row.
    void (*create)(struct lane* lane);
    void (*release)(struct lane* lane);
    // Overwrites the right result that the previous lane left in the output.
    void (*poison)(const struct lane* lane);
    // Submits one run to the GPU; false, with a refusal, if it cannot. NULL: see run.
    bool (*submit)(struct lane* lane);
    // Runs on the CPU and returns milliseconds, below 0 with a refusal.
    double (*run)(struct lane* lane);
    bool (*check)(struct lane* lane);
    // Samples a sort with transfers of keys and values from and to the CPU's memory.
    void (*sample_transfer)(struct lane* lane);
    // Replaces the plan by one with time stamps around every pass, and reads the stamps
    // of `runs` runs; 0: only lists the passes.
    void (*split)(struct lane* lane, uint32_t runs);
};

struct lane {
    const struct lane_kind* kind;
    struct arena* arena;
    const struct form* form; // NULL: not a form of the library
    const struct peer* peer;
    struct row row;
    glsort_plan* plan;
    double estimate_ms;
    double spent_ms;
};

// A plan of the library, of lane->form; and a sort of the CPU, lane->peer.
extern const struct lane_kind plan_lane_kind, peer_lane_kind;

struct lanes {
    struct lane at[MAX_LANES];
    uint32_t count;
};

bool lane_is_live(const struct lane* lane);
void lane_refuse(struct lane* lane, const char* sentence);
// Stores what the plan has chosen to do with `count` elements.
void lane_describe(struct lane* lane, const glsort_plan_info* info, uint32_t count);

// Runs once, waits, and returns milliseconds, below 0 on failure. submit_ms may be NULL.
double lane_run(struct lane* lane, double* submit_ms);
// Samples all times except end_to_end.
void lane_sample(struct lane* lane);
// Lists the passes of lane->plan as described last, and times them in `runs` runs. The
// plan must have time stamps.
void lane_time_passes(struct lane* lane, uint32_t runs);

#endif
