// SPDX-License-Identifier: MIT
// A sort of the CPU, measured.
#ifndef BENCH_PEER_LANE_H
#define BENCH_PEER_LANE_H

#include "lane.h"

// Runs once; milliseconds, below 0 if it cannot sort such records.
double peer_lane_run(struct lane* lane);
bool peer_lane_check(struct lane* lane);

#endif
