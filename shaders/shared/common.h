// SPDX-License-Identifier: MIT
// Read by C and by GLSL: definitions for all passes. The headers in shared/ consist of
// integer #defines and structs of uint and uvec4. The size of each struct is a multiple
// of 16 bytes, so that std140 and C lay it out alike.
#ifndef GLSORT_SHARED_COMMON_H
#define GLSORT_SHARED_COMMON_H

#ifndef GLSORT_GLSL
#include <stdint.h>
typedef uint32_t uint;
typedef struct uvec4 {
    uint x, y, z, w;
} uvec4;
#endif

// Uniform blocks.
#define BIND_PARAMS 0
#define BIND_COUNT 1
#define BIND_RUN 2 // the whole per-run block, in programs that use more than its count

// Texture units, the same in all fragment passes.
#define UNIT_KEYS_IN 0
#define UNIT_VALUES_IN 1
#define UNIT_ELEMENTS 2
#define UNIT_CUTS 3
#define UNIT_NODES 4
#define UNIT_PATHS 5
#define UNIT_REST 3 // no pass has cuts as well
#define UNIT_COUNT 6

// Of the inputs of a draw order. No pass has any of the above as well.
#define UNIT_POSITIONS 0
#define UNIT_RADII 1
#define UNIT_DEAD 2
#define UNIT_INDICES 3

// The ping-pong texture of compute passes with very many pairs: texture unit, image unit,
// width in texels, and texels of a strip of 8 rows.
#define UNIT_PAIRS 0
#define PAIR_IMAGE 0
#define PAIR_WIDTH_LOG 14
#define PAIR_WIDTH 16384
#define PAIR_STRIP_LOG 17

// What changes with every run is in a block of at most this many bytes, which begins with
// the count block (src/plan/run_block.h).
#define RUN_BLOCK_BYTES 2048

// Number of elements to sort. A count from the CPU is in the per-run block. A count on
// the GPU is written by count_prepare, or copied from the caller's buffer, in which case
// sort_count() clamps it.
struct count_block {
    uint count;
    uint max_count;
    uint zero; // always 0. The compiler does not know that: x ^ zero must be computed
    uint reserved0; // before it is used, so that x is rounded
};

// The output of count_prepare.comp: the count block, then indirect dispatch arguments for
// each kind of tile.
#define STATE_COUNT 0
#define STATE_LOCAL_GROUPS 4 // x, y, z, unused
#define STATE_MERGE_GROUPS 8
#define STATE_CUT_GROUPS 12
#define STATE_PLAN_GROUPS 16
#define STATE_WORDS 20

#define PREPARE_GROUP 1
#define PREPARE_COUNT_IN 0 // binding points
#define PREPARE_STATE 1

struct prepare_params {
    uint count_base; // words before the count in its binding
    uint max_count;
    uint group_limit; // most work groups on one axis
    uint local_tile;  // elements per work group of STATE_LOCAL_GROUPS; 0: none use them
    uint merge_tile;  // the same of STATE_MERGE_GROUPS
    uint cut_tile;    // the same of STATE_CUT_GROUPS
    uint plan_tile;   // the same of STATE_PLAN_GROUPS
    uint reserved0;
};

#endif
