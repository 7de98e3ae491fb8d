// SPDX-License-Identifier: MIT
// The grid of bitonic_strides.comp: `blocks` blocks of each run, of `block_groups` work
// groups each. The pass covers `columns` columns of a merge into runs of up to
// `run_tiles` tiles; the shortest stride has 1 << stride_log tiles. So a block has 1 <<
// columns << stride_log tiles; an invocation begins in one of the first 1 << stride_log
// of them. The C side is bitonic_steps.c.
#include "shared/bitonic.h"

struct stride_grid {
    uint blocks;
    uint block_groups;
};

stride_grid stride_grid_of(uint run_tiles, uint tile_log, uint stride_log, uint columns)
{
    stride_grid grid;
    uint stride = 1u << stride_log;
    uint block_log = stride_log + columns;
    // The last block has comparators only if it is longer than the shortest stride.
    uint reached = max(run_tiles, stride) - stride;
    grid.blocks = (reached + (1u << block_log) - 1u) >> block_log;
    // With a single column, comparators whose upper end is past the tiles of the longest
    // run are omitted.
    uint width = columns == 1u ? min(stride, reached) : stride;
    grid.block_groups = width << (tile_log - uint(BITONIC_STRIDE_GROUP_LOG));
    return grid;
}

// Tiles of the longest of the 1 << runs_log runs that `count` elements are divided into.
uint longest_run(uint count, uint tile_log, uint runs_log)
{
    uint tiles = (count + (1u << tile_log) - 1u) >> tile_log;
    return (tiles + (1u << runs_log) - 1u) >> runs_log;
}

// Work groups of a pass; `strides` is made by BITONIC_STRIDES.
uint stride_groups(uint strides, uint count)
{
    uint columns = strides & 0xFFu;
    uint stride_log = strides >> 8u & 0xFFu;
    uint tile_log = strides >> 16u & 0xFFu;
    uint runs_log = strides >> 24u;
    stride_grid grid = stride_grid_of(longest_run(count, tile_log, runs_log), tile_log,
                                      stride_log, columns);
    return grid.blocks * grid.block_groups << runs_log;
}
