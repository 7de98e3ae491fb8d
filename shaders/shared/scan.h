// SPDX-License-Identifier: MIT
// Read by C and by GLSL: prefix sums over a whole array, in three passes.
#ifndef GLSORT_SHARED_SCAN_H
#define GLSORT_SHARED_SCAN_H

#include "shared/common.h"

// One work group scans the sums of all tiles, SCAN_SUMS_SPAN at a time.
#define SCAN_SUMS_GROUP 256
#define SCAN_SUMS_ITEMS 4
#define SCAN_SUMS_SPAN 1024 // SCAN_SUMS_GROUP * SCAN_SUMS_ITEMS

// Binding points.
#define SCAN_SUMS 0
#define SCAN_TOTAL 1

struct scan_params {
    uint tile;     // elements of a tile
    uint total_at; // word of the sum of all elements
    uint reserved0;
    uint reserved1;
};

// The passes that read an array of words: reduce and add. A tile and a word after
// each 32 of it fit into the 16 KiB of shared memory that every device has.
#define SCAN_GROUP 256
#define SCAN_ITEMS 8
#define SCAN_TILE 2048 // SCAN_GROUP * SCAN_ITEMS

// Binding points, with those above.
#define SCAN_WORDS_IN 2
#define SCAN_WORDS_OUT 3

struct scan_array_params {
    uint in_base; // words of the binding before the first element
    uint reserved0;
    uint out_base;
    uint reserved1;
};

#endif
