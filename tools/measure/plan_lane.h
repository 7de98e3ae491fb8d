// SPDX-License-Identifier: MIT
// A plan of the library, measured.
#ifndef BENCH_PLAN_LANE_H
#define BENCH_PLAN_LANE_H

#include "lane.h"

// Creates the plan. A refusal is kept in the row.
void plan_lane_create(struct lane* lane);
// Puts something else where the last lane left the right result.
void plan_lane_poison(const struct lane* lane);
// Runs once and waits; milliseconds, below 0 on failure. submit_ms: may be NULL.
double plan_lane_run(struct lane* lane, double* submit_ms);
// Takes a sample of every time but end_to_end.
void plan_lane_sample(struct lane* lane);
void plan_lane_sample_transfer(struct lane* lane);
bool plan_lane_check(struct lane* lane);
// Gives the plan up for one with time stamps around every pass, and reads those of `runs`
// runs; 0: only what passes there are.
void plan_lane_split(struct lane* lane, uint32_t runs);

#endif
