// SPDX-License-Identifier: MIT
// The measured numbers of draw orders.
#ifndef GLSORT_ORDER_TUNING_H
#define GLSORT_ORDER_TUNING_H

// The most elements that one pass orders, which compares all pairs.
#define ORDER_ALL_MOST_SOFTWARE 512
#define ORDER_ALL_MOST_CHAINED 16384
#define ORDER_ALL_MOST_PLAIN 4096 // not measured: a GPU with few processors

// Elements of a work group: the most for which groups of 32 are faster than those of 64,
// and these faster than those of 128.
#define ORDER_ALL_TILE_32_MOST 4096
#define ORDER_ALL_TILE_64_MOST 8192

#endif
