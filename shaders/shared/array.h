// SPDX-License-Identifier: MIT
// Read by C and by GLSL: adaptive bitonic merging on arrays.
#ifndef GLSORT_SHARED_ARRAY_H
#define GLSORT_SHARED_ARRAY_H

#include "shared/io.h"

// Compute: a work group sorts or merges a tile, with ITEM_COUNT elements per invocation
// unless stated otherwise.
#define ITEM_COUNT 8
#define LOCAL_SMALL_GROUP 256 // local sort of plans for up to LOCAL_SMALL_TILE elements
#define LOCAL_SMALL_TILE 2048 // LOCAL_SMALL_GROUP * ITEM_COUNT
#define LOCAL_SMALL_TILE_LOG 11
#define LOCAL_LARGE_GROUP 512 // local sort of larger plans
#define LOCAL_LARGE_TILE 4096
#define LOCAL_LARGE_TILE_LOG 12
#define RANKS_ITEMS_LOG 1 // local sort by rank: 2 elements per invocation
#define RANKS_SMALL_GROUP 256
#define RANKS_SMALL_LOG 9
#define RANKS_MEDIUM_GROUP 512
#define RANKS_MEDIUM_LOG 10
#define RANKS_LARGE_GROUP 1024
#define RANKS_LARGE_LOG 11
#define RANK_MERGE_GROUP 64 // merge by rank: one element per invocation
#define RANK_MERGE_MOST_LEVELS 3
#define RANK_STAGED_MOST 8192 // staged: most elements, whose keys each group reads first
#define RANK_STAGED_GROUP 512 // invocations that read the keys
#define RANK_STAGED_TILE 128  // invocations that then rank one element each
#define RANK_ALL_SMALL_MOST 4096 // enumeration sort: most elements with the small tile
#define RANK_ALL_SMALL_TILE 32   // elements of a work group
#define RANK_ALL_MOST 7168       // most elements with the large tile
#define RANK_ALL_LARGE_TILE 64   // elements of a work group
#define RANK_ALL_GROUP 1024      // invocations of a work group with either tile
#define MERGE_GROUP 128
#define MERGE_PROBES_LOG 4 // bits of a cut that a search step finds
#define MERGE_TILE 1024    // MERGE_GROUP * ITEM_COUNT
#define CUT_GROUP 64

// Fragment: a fragment sorts or merges 8 elements into 4 render targets.
#define TEXEL_ITEMS 8
#define TEXEL_ITEMS_LOG 3
#define CUT_STRIDE 64 // outputs between two cuts of the partition
#define CUT_STRIDE_LOG 6

#define ARRAY_KEEP_ORDER 0x100u // rank_all: copies
#define ARRAY_BACKWARDS 0x200u  // merge: processes the tiles from the last to the first
#define ARRAY_TO_TEXTURE 0x400u // local sort with TEXTURE: writes the ping-pong texture

// Binding points of the compute passes.
#define ARRAY_CUTS 4 // after those of shared/io.h

struct array_params {
    io_params io;
    uint run_log;   // merge: runs of 1 << run_log are merged
    uint width_log; // fragment: internal textures are 1 << width_log wide
    uint reserved0;
    uint reserved1;
};

#endif
