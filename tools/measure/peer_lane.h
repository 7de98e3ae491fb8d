// SPDX-License-Identifier: MIT
// A sort of the CPU, measured.
#ifndef BENCH_PEER_LANE_H
#define BENCH_PEER_LANE_H

#include "lane.h"

// The lane has a peer.
extern const struct lane_kind peer_lane_kind;

#endif
