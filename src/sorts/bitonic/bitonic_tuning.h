// SPDX-License-Identifier: MIT
// The measured numbers of the bitonic network in blocks. Sizes of tiles, which the
// shaders need too, are in shaders/shared/bitonic.h: a small work group sorts few
// elements faster, and large tiles take fewer passes.
#ifndef GLSORT_BITONIC_TUNING_H
#define GLSORT_BITONIC_TUNING_H

// With this many pairs or more, tiles are of medium size: with values, large tiles need
// so much shared memory that few groups are resident. Sorts that would need more than
// BITONIC_MOST_TILES medium tiles have large ones.
// 2026-11-22, H200 (driver 580.159).
enum { LEAST_MEDIUM_PAIRS = (1 << 19) + 1 };

// With this many tiles or more, an extra pass per merge pays off if it saves work: for
// 538 tiles it costs 9 %, for 8602 tiles it saves 4 %.
// 2026-11-21, H200.
enum { BITONIC_MANY_TILES = 1024 };

#endif
