// SPDX-License-Identifier: MIT
// The measured numbers of sorting by ranks. Sizes of runs and tiles, and the most
// elements of the enumeration sort, which the shaders need too, are in
// shaders/shared/rank.h.
#ifndef GLSORT_RANK_TUNING_H
#define GLSORT_RANK_TUNING_H

// The most elements for which merges of 8 ways were faster than merges of 4 on an H100
// (driver 580.159), 2026-11-22. They take fewer passes but more reads, which pays off
// while latency limits a pass, not bandwidth.
#define MOST_IN_8_WAYS (1u << 17)

// Log of the largest count for which the smallest runs were the fastest on an H200
// (driver 580.159), 2026-11-22.
enum { SMALL_RUNS_LOG = 15 };

// Log of the count of which the largest runs save a merge pass: 64 of 2048 elements take
// two of 8 ways. 1 to 4 % on an H100 (driver 580.159), 2026-11-27.
enum { LARGE_RUNS_LOG = 17 };

#endif
