// SPDX-License-Identifier: MIT
// Read by C and by GLSL: prefix sums over a whole array, in three passes or by a chain.
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

// The passes that read an array of words: reduce, add and chain. A tile and a word after
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

// A chain: tiles get the sum before them from preceding tiles, by lib/look_back.glsl. The
// bins are the bytes of a tile's sum. A bin's prefix never wraps: it is at most 255 for
// each of 2^20 tiles, which fits in the value of a status word.
#define SCAN_BINS 4
#define SCAN_BIN_BITS 8
#define SCAN_CHAIN_MOST 0x80000000u // words

#define SCAN_CLEAR_GROUP 256
#define SCAN_CLEAR_GROUPS 64 // most groups that clear the table

// Binding points, with SCAN_TOTAL, SCAN_WORDS_IN and SCAN_WORDS_OUT.
#define SCAN_STATUS 0 // tile_status[row * SCAN_BINS + bin]
#define SCAN_TICKET 4

struct scan_chain_params {
    uint in_base;
    uint reserved0;
    uint out_base;
    uint total_at;    // word of the sum of all elements
    uint tickets;     // 1: work groups take their tiles by ticket
    uint table_words; // that are cleared
    uint reserved1;
    uint reserved2;
};

#endif
