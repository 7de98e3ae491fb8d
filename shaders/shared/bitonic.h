// SPDX-License-Identifier: MIT
// Read by C and by GLSL: Batcher's bitonic network.
#ifndef GLSORT_SHARED_BITONIC_H
#define GLSORT_SHARED_BITONIC_H

#include "shared/io.h"

// Compute, blocks: a work group holds a tile in shared memory, 8 elements per invocation.
#define BITONIC_ITEMS_LOG 3
#define BITONIC_SMALL_LOG 10
#define BITONIC_MEDIUM_LOG 11
#define BITONIC_LARGE_LOG 12
#define BITONIC_MOST_TILES 65536u // the products of bitonic_runs.glsl fit in 32 bits
// Compute, strides: an invocation holds the 2 to 16 elements that 1 to 4 columns compare.
#define BITONIC_MAX_COLUMNS 4
#define BITONIC_STRIDE_GROUP 64
#define BITONIC_STRIDE_GROUP_LOG 6

// Compute, two kernels: blocks of 512, one comparator per invocation.
#define BITONIC_PAIR_GROUP 256
#define BITONIC_PAIR_BLOCK 512
#define BITONIC_PAIR_BLOCK_LOG 9

#define BITONIC_LONE_MAX_LOG 10 // most elements of the local sort alone: 1024

#define BITONIC_COPY_VALUES 0x100u  // copies the caller's values for the last pass
#define BITONIC_GATHER 0x200u       // writes the value at the index, otherwise the index
#define BITONIC_SINGLES_DONE 0x400u // runs of one tile in a longer array are done
#define BITONIC_GPU_COUNT 0x800u    // strides: the grid follows from a count on the GPU

// count_row.strides of a pass: see lib/stride_grid.glsl.
#define BITONIC_STRIDES(COLUMNS, STRIDE_LOG, TILE_LOG, RUNS_LOG)                         \
    ((COLUMNS) | (STRIDE_LOG) << 8u | (TILE_LOG) << 16u | (RUNS_LOG) << 24u)

// Binding points of the compute passes.
#define BITONIC_KEYS_IN 0
#define BITONIC_KEYS_OUT 1
#define BITONIC_INDICES_IN 2
#define BITONIC_INDICES_OUT 3 // indices, or in the last pass the values
#define BITONIC_VALUES_IN 4   // the caller's values, or the copy of them
#define BITONIC_VALUES_COPY 5

// Compute passes.
struct bitonic_params {
    io_params io; // values_out_base: of the indices until the last pass
    uint indices_in_base;
    uint runs_log;     // blocks, strides: a sort or merge makes up to 1 << runs_log runs
    uint tile_log;     // strides: log2 of the tile that runs are made of
    uint stride_log;   // strides: log2 of the shortest stride
    uint blocks;       // strides: blocks of a run, see bitonic_strides.comp
    uint block_groups; // strides: work groups per block
    uint neighbour;    // substage: the distance of a comparator's ends
    uint stage;        // substage: of a merge into blocks of 2 << stage
    uint direction;    // substage: 1 if even blocks descend
    uint reserved0;
    uint reserved1;
    uint reserved2;
};

// Fragment passes.
struct bitonic_draw_params {
    io_params io;
    uint width_log;  // internal textures are 1 << width_log wide
    uint level;      // of a merge into blocks of 1 << level
    uint stride_log; // column: log2 of its stride
    uint layout_in;  // packed: layout of the elements, see lib/texel_layout.glsl
    uint layout_out;
    uint columns; // packed: 1 to 3 columns, those of layout_out's shortest strides
    uint reserved0;
    uint reserved1;
};

#endif
