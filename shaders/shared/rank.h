// SPDX-License-Identifier: MIT
// Read by C and by GLSL: sorting and merging by ranks, and the enumeration sort.
#ifndef GLSORT_SHARED_RANK_H
#define GLSORT_SHARED_RANK_H

#include "shared/io.h"

// Sorted runs: a work group sorts 2 elements per invocation.
#define RANK_RUN_ITEMS_LOG 1
#define RANK_RUN_SMALL_GROUP 256
#define RANK_RUN_SMALL_LOG 9
#define RANK_RUN_MEDIUM_GROUP 512
#define RANK_RUN_MEDIUM_LOG 10
#define RANK_RUN_LARGE_GROUP 1024
#define RANK_RUN_LARGE_LOG 11

// Merges.
#define RANK_MERGE_ITEMS 8  // staged: keys that an invocation reads at a time
#define RANK_MERGE_GROUP 64 // not staged: one element per invocation
#define RANK_MERGE_MOST_LEVELS 3
#define RANK_STAGED_MOST 8192 // staged: the most elements; a group first reads all keys
#define RANK_STAGED_GROUP 512 // invocations that read the keys
#define RANK_STAGED_TILE 128  // invocations that then rank one element each

// Enumeration sort: most elements, and those of a work group's tile.
#define RANK_ALL_MOST 2048
#define RANK_ALL_TILE 32
#define RANK_ALL_GROUP 1024
#define RANK_ALL_SMALL_GROUP 256 // on devices with smaller work groups

// Ranking the elements of a tile among all: invocations of a work group, which have one
// to four quads of keys each; the most elements with one quad, and with four; the fewest
// and the most elements of a tile.
#define RANK_TILE_GROUP 1024
#define RANK_TILE_QUAD_MOST 4096
#define RANK_TILES_MOST 16384
#define RANK_TILE_LEAST 32
#define RANK_TILE_MOST 128

#define RANK_KEEP_ORDER 0x100u // rank_all, rank_tiles: copy

struct rank_params {
    io_params io;
    uint run_log; // merge: runs of 1 << run_log are merged
    uint merges;  // FINAL: the merges before this one, see lib/merges.glsl
    uint tile;    // rank_tiles: elements that a work group ranks, a power of two
    uint reserved1;
};

#endif
