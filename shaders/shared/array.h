// SPDX-License-Identifier: MIT
// Read by C and by GLSL: adaptive bitonic merging on arrays.
#ifndef GLSORT_SHARED_ARRAY_H
#define GLSORT_SHARED_ARRAY_H

#include "shared/io.h"

// Compute: a work group sorts or merges a tile, with ITEM_COUNT elements per invocation.
#define ITEM_COUNT 8
// The small tile is that of plans that expect at most LOCAL_SMALL_TILE elements, and of
// devices whose work groups or shared memory are too small for the large one.
#define LOCAL_SMALL_GROUP 256
#define LOCAL_SMALL_TILE 2048 // LOCAL_SMALL_GROUP * ITEM_COUNT
#define LOCAL_SMALL_TILE_LOG 11
#define LOCAL_LARGE_GROUP 512
#define LOCAL_LARGE_TILE 4096
#define LOCAL_LARGE_TILE_LOG 12
#define MERGE_GROUP 128
#define MERGE_PROBES_LOG 4 // bits of a cut that a search step finds
#define MERGE_TILE 1024    // MERGE_GROUP * ITEM_COUNT
#define CUT_GROUP 64

// Fragment: a fragment sorts or merges 8 elements into 4 render targets, or WIDE: 16
// elements into 8.
#define TEXEL_ITEMS 8
#define TEXEL_ITEMS_LOG 3
#define WIDE_TEXEL_ITEMS 16
#define WIDE_TEXEL_ITEMS_LOG 4
#define CUT_STRIDE 64 // outputs between two cuts of the partition
#define CUT_STRIDE_LOG 6

#define ARRAY_BACKWARDS 0x200u  // merge: processes the tiles from the last to the first
#define ARRAY_TO_TEXTURE 0x400u // local sort with TEXTURE: writes the ping-pong texture

// Binding points of the compute passes.
#define ARRAY_CUTS 4 // after those of shared/io.h

struct array_params {
    io_params io;
    uint run_log;   // merge: runs of 1 << run_log are merged
    uint width_log; // fragment: internal textures are 1 << width_log wide
    uint cover;     // fragment: see cover_count.vert
    uint merges;    // fragment: the same; compute, FINAL: merges before this one
};

#endif
