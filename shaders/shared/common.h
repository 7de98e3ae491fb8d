// SPDX-License-Identifier: MIT
// Read by C and by GLSL: what every pass shares. Only integer #defines and structs of
// uint and uvec4; every struct a multiple of 16 bytes, so that std140 packs it as C does.
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

// Texture units, which are the same in every fragment pass.
#define UNIT_KEYS_IN 0
#define UNIT_VALUES_IN 1
#define UNIT_ELEMENTS 2
#define UNIT_CUTS 3
#define UNIT_NODES 4
#define UNIT_PATHS 5
#define UNIT_COUNT 6

// The spare place of compute passes with very many pairs: the units of what is fetched
// and of what is stored, texels in a row, and in a strip of 8 rows.
#define UNIT_SPARE 0
#define SPARE_IMAGE 0
#define SPARE_WIDTH_LOG 14
#define SPARE_WIDTH 16384
#define SPARE_STRIP_LOG 17

// Elements to sort. From the CPU it is uploaded with the parameters; from the GPU it is
// what count_prepare wrote, or a copy of the caller's word that sort_count() clamps.
struct count_block {
    uint count;
    uint max_count;
    uint reserved0;
    uint reserved1;
};

// count_prepare.comp: the count block, then dispatch arguments for groups of each tile.
#define STATE_COUNT 0
#define STATE_LOCAL_GROUPS 4 // x, y, z, unused
#define STATE_MERGE_GROUPS 8
#define STATE_CUT_GROUPS 12
#define STATE_WORDS 16

#define PREPARE_GROUP 1
#define PREPARE_COUNT_IN 0 // binding points
#define PREPARE_STATE 1

struct prepare_params {
    uint count_base; // words before the count in its binding
    uint max_count;
    uint group_limit; // most groups on one axis
    uint local_tile;  // elements of a group of STATE_LOCAL_GROUPS
    uint merge_tile;  // and of STATE_MERGE_GROUPS
    uint reserved0;
    uint reserved1;
    uint reserved2;
};

#endif
