// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort in fragment passes, with digits of 4 bits. A fragment
// cannot scatter, so every output finds its source. The header of radix_draws.c explains
// the passes.
#ifndef GLSORT_SHARED_RADIX_GATHER_H
#define GLSORT_SHARED_RADIX_GATHER_H

#include "shared/io.h"

#define DRAW_DIGIT_BITS 4
#define DRAW_BLOCK 60  // elements that a fragment ranks: their places have 6 bits
#define DRAW_FAN 32    // entries that a fragment sums up
#define DRAW_STRIDE 64 // outputs between two entries of the partition
#define DRAW_STRIDE_LOG 6
#define DRAW_DIGIT_SHIFT 26 // of an entry of the partition: digit, then block

// Where a pass finds the elements (define SOURCE), and where it leaves them (define
// TO_WORDS): in the inputs; eight (key, value or index) a texel of four layers; or
// sixteen words a texel of four layers. A word is a key, or what the digits to come need
// of the key, above the index of the element.
#define DRAW_INPUTS 0
#define DRAW_PAIRS 1
#define DRAW_WORDS 2

struct radix_draw_params {
    io_params io;
    uint width_log; // the target is 1 << width_log wide
    uint entry;     // elements of an entry that the pass reads
    uint cover;     // see cover_count.vert
    uint merges;    // see cover_count.vert: 0
    uint shift;     // of the digit in a key or word
    uint digit_mask;
    // Packing words: index | (key >> rest_shift & rest_mask) << index_bits.
    uint index_bits;
    uint rest_shift;
    uint rest_mask;
    uint elements_log; // widths of what is read: pairs or words
    uint tables_log;   // and everything else but the inputs
    uint reserved0;
};

#endif
