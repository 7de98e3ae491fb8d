// SPDX-License-Identifier: MIT
// One of the things that are measured in turns: a plan of the library (plan_lane.h) or a
// peer (peer_lane.h).
#ifndef BENCH_LANE_H
#define BENCH_LANE_H

#include "arena.h"

struct lane {
    struct arena* arena;
    const struct form* form; // NULL: a peer
    const struct peer* peer;
    struct row row;
    glsort_plan* plan;
    double estimate_ms;
    double spent_ms;
};

bool lane_is_live(const struct lane* lane);
void lane_refuse(struct lane* lane, const char* sentence);

#endif
