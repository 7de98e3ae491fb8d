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
#define UNIT_REST 3   // the unit of cuts: no pass has both
#define UNIT_OTHERS 4 // the unit of nodes: no pass has both
#define UNIT_COUNT 6

// Tables of the radix sort in fragment passes. No pass has them and cuts, nodes or paths,
// nor sums and elements.
#define UNIT_SUMS 2
#define UNIT_BLOCKS 3
#define UNIT_STARTS 4
#define UNIT_PARTS 5

// Inputs of a draw order. Only the indices are read along with some of the above.
#define UNIT_POSITIONS 0
#define UNIT_RADII 1
#define UNIT_DEAD 2
#define UNIT_INDICES 4
#define UNIT_MOVE_IDS 1
#define UNIT_MATRICES 2

// The ping-pong texture of compute passes with very many pairs: texture unit, image unit,
// width in texels, and texels of a strip of 8 rows.
#define UNIT_PAIRS 0
#define PAIR_IMAGE 0
#define PAIR_WIDTH_LOG 14
#define PAIR_WIDTH 16384
#define PAIR_STRIP_LOG 17

// The largest size of the per-run block in bytes (src/plan/run_block.h). The block holds
// what may change with every run and is not in the schedule; it begins with the count
// block.
#define RUN_BLOCK_BYTES 2048

// Number of elements to sort, or of whatever else the passes handle. A count from the CPU
// is in the per-run block. A count on the GPU is written by count_prepare or by a pass
// that culls (lib/count_table.glsl); or it is copied from the caller's buffer, in which
// case sort_count() clamps it. An order in one pass may read the count directly from the
// caller's buffer (ORDER_COUNT_FIELD).
struct count_block {
    uint count;
    uint max_count;
    uint zero; // always 0, which compilers cannot know: see lib/rounded.glsl
    uint reserved0;
};

// What count_prepare.comp, or a pass that culls, writes (lib/count_table.glsl): the count
// block, then indirect dispatch arguments: one set for work groups of
// prepare_params.plan_tile elements, and one set for each row of the table of count_row.
#define STATE_COUNT 0
#define STATE_PLAN_GROUPS 4 // x, y, z, unused
#define STATE_ROW_GROUPS(ROW) (8u + 4u * (ROW))
#define COUNT_ROWS_FEW 40 // rows of the table: a sort by a bitonic network may need many
#define COUNT_ROWS_MANY 96
#define STATE_WORDS 392 // STATE_ROW_GROUPS(COUNT_ROWS_MANY)

#define PREPARE_GROUP 32
#define PREPARE_COUNT_IN 0 // binding points
#define PREPARE_STATE 1

// How many work groups passes have for a count: one for each `tile` elements, or none.
struct count_row {
    uint tile;
    uint above;   // no groups for this count or a smaller one, but see bounds
    uint bounds;  // applied last; low 16 bits: fewest groups, high 16: most; 0: no bounds
    uint strides; // not 0: gives the groups instead of `tile`, see lib/stride_grid.glsl
};

#ifndef GLSORT_GLSL
typedef struct count_row count_row; // as in GLSL
#endif

// The rows of the table follow this struct.
struct prepare_params {
    uint count_base; // words before the count in its binding
    uint max_count;
    uint group_limit; // the most work groups on one axis
    uint plan_tile;   // elements of a work group of STATE_PLAN_GROUPS; 0: none use them
    uint row_count;
    uint reserved0;
    uint reserved1;
    uint reserved2;
};

#endif
