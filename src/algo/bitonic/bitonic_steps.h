// SPDX-License-Identifier: MIT
// The network in blocks as numbers: which columns of which merges are one pass. Written
// by glsort_bitonic_steps, read by the builder of the passes and by the tests that run
// the network on the host.
#ifndef GLSORT_BITONIC_STEPS_H
#define GLSORT_BITONIC_STEPS_H

#include <stdbool.h>
#include <stdint.h>

enum bitonic_step_kind {
    BITONIC_STEP_SORT,    // each tile by itself
    BITONIC_STEP_STRIDES, // `columns` columns, strides a tile or longer
    BITONIC_STEP_FINISH,  // all columns of a merge whose strides are shorter than a tile
};

struct bitonic_step {
    enum bitonic_step_kind kind;
    uint32_t runs_log; // 1 << runs_log runs are made; sort: those of the first merge
    uint32_t level;    // merges so far, counting this one
    bool has_singles;  // finish: some runs are one tile, and are done already
    // Strides. In tiles: a block is 1 << columns << stride_log of them, and the elements
    // of its first `width` tiles are the lowest of those that are mixed.
    uint32_t columns;
    uint32_t stride_log; // log2 of the lowest stride
    uint32_t blocks;     // in a run, without a last one that has no comparators
    uint32_t width;
};

// From here on a pass is worth saving work. Measured on 2026-11-21 on an H200: for 538
// tiles a pass more a merge costs 9 % and saves nothing, for 8602 it saves 4 %.
enum { BITONIC_MANY_TILES = 1024 };

// 17 merges of up to 17 columns, in passes of 4 and one alone.
enum { BITONIC_STEP_ROOM = 160 };

// The passes for `tiles` tiles, at least 1 and at most 2^16; returns how many.
uint32_t glsort_bitonic_steps(uint32_t tiles,
                              struct bitonic_step steps[BITONIC_STEP_ROOM]);

// The most passes for any number of tiles up to this one.
uint32_t glsort_bitonic_most_steps(uint32_t tiles);

#endif
