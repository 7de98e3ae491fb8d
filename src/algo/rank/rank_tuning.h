// SPDX-License-Identifier: MIT
// The measured numbers of sorting by ranks. Sizes of runs and tiles, and the most
// elements of the enumeration sort, which the shaders need too, are in
// shaders/shared/rank.h.
#ifndef GLSORT_RANK_TUNING_H
#define GLSORT_RANK_TUNING_H

// 8 ways take fewer passes than 4 but more reads, which pays off while passes are limited
// by latency, not bandwidth.
// 2026-11-22, H100 (driver 580.159).
#define MOST_IN_8_WAYS (1u << 17)

// Log of the largest count for which the smallest runs are faster.
// 2026-11-22, H200 (driver 580.159).
enum { SMALL_RUNS_LOG = 15 };

#endif
