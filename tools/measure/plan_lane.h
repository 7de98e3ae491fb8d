// SPDX-License-Identifier: MIT
// A plan of the library, measured.
#ifndef BENCH_PLAN_LANE_H
#define BENCH_PLAN_LANE_H

#include "lane.h"

// The lane has a form.
extern const struct lane_kind plan_lane_kind;

#endif
