// SPDX-License-Identifier: MIT
// The measured numbers of draw orders.
#ifndef GLSORT_ORDER_TUNING_H
#define GLSORT_ORDER_TUNING_H

// The most elements that one pass orders by comparing all pairs: without culling, and
// with culling, which costs further passes otherwise.
// llvmpipe (Mesa 22.3, 2 cores), 2026-11-23.
#define ORDER_ALL_MOST_SOFTWARE 512
// H200 (driver 580.159), 2026-11-23. Other GPUs have not been measured; those with few
// processors are slower at comparing.
#define ORDER_ALL_MOST_CULLED 8192
#define ORDER_ALL_MOST 4096

// Elements of a work group: up to how many elements in all views groups of 32 are faster
// than those of 64, and these faster than those of 128. The same H200.
#define ORDER_ALL_TILE_32_MOST 4096
#define ORDER_ALL_TILE_64_MOST 8192

// The most elements that a chain culls in a single pass. The same H200, 2026-11-24: with
// 2^21 elements 109 us instead of 116, with 2^22 174 instead of 182, with 2^24 583
// instead of 556.
#define ORDER_CHAINED_MOST (1u << 22)

// Up to this many elements, two views are ordered at the same time; more fill the GPU.
// The same H200.
#define ORDER_TWO_VIEWS_MOST (1u << 17)

#endif
