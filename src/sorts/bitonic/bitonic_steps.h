// SPDX-License-Identifier: MIT
// The passes of the network in blocks as plain data: which columns of which merge each
// pass covers. Written by glsort_bitonic_steps; read by the builder of the passes and by
// the tests that run the network on the host.
#ifndef GLSORT_BITONIC_STEPS_H
#define GLSORT_BITONIC_STEPS_H

#include <stdbool.h>
#include <stdint.h>

enum bitonic_step_kind {
    BITONIC_STEP_SORT,    // sorts each tile
    BITONIC_STEP_STRIDES, // `columns` columns of a merge with strides of a tile or longer
    BITONIC_STEP_FINISH,  // all columns of a merge with strides shorter than a tile
};

struct bitonic_step {
    enum bitonic_step_kind kind;
    uint32_t runs_log; // results in 1 << runs_log runs; sort: of 1 or 2 sorted tiles
    uint32_t level;    // number of merges up to and including this one
    bool has_singles;  // finish: some runs are a single tile, already finished
    // Strides only. Sizes are in tiles: a block has 1 << columns << stride_log tiles.
    // Each element of its first `width` tiles is the lowest item of one invocation.
    uint32_t columns;
    uint32_t stride_log; // log2 of the shortest stride
    uint32_t blocks;     // of the longest run: those that have comparators
    uint32_t width;
};

// More than enough for 2^16 tiles: 16 merges of up to 16 columns, with 4 columns per pass
// and possibly one in its own pass.
enum { BITONIC_STEP_ROOM = 160 };

// Writes the passes for `tiles` tiles, 1 to 2^16, and returns their number.
uint32_t glsort_bitonic_steps(uint32_t tiles,
                              struct bitonic_step steps[BITONIC_STEP_ROOM]);

// An upper bound on the number of passes for any number of tiles up to this one.
uint32_t glsort_bitonic_most_steps(uint32_t tiles);

#endif
