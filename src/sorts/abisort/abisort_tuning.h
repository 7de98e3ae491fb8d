// SPDX-License-Identifier: MIT
// The measured numbers of adaptive bitonic merging on arrays. Sizes of tiles, which the
// shaders need too, are in shaders/shared/array.h.
#ifndef GLSORT_ABISORT_TUNING_H
#define GLSORT_ABISORT_TUNING_H

// With this many pairs or more, the ping-pong buffer is a texture, if the device supports
// one so large. Merges read and write consecutive elements, which is faster in buffers
// for fewer pairs.
// 2026-11-23, H200 (driver 580.159).
enum { LEAST_TEXTURE_PAIRS = 1 << 25 };

// Fragment passes: with eight draw buffers, a fragment sorts and merges sixteen elements
// instead of eight on renderers on the CPU; and on GPUs, if this is 1.
// 2026-11-27, llvmpipe (Mesa 22.3). No GPU has been measured.
enum { WIDE_DRAWS_ON_GPUS = 0 };

#endif
