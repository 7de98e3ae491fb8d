// SPDX-License-Identifier: MIT
// Read by C and by GLSL: merges of two sorted pieces of an array.
#ifndef GLSORT_SHARED_PIECES_H
#define GLSORT_SHARED_PIECES_H

#include "shared/common.h"

#define PIECE_GROUP 128
#define PIECE_ITEMS 8
#define PIECE_TILE 1024 // PIECE_GROUP * PIECE_ITEMS

// Binding points. "Left" is the piece whose elements come before equal ones.
#define PIECE_LEFT_KEYS 0
#define PIECE_LEFT_VALUES 1
#define PIECE_RIGHT_KEYS 2
#define PIECE_RIGHT_VALUES 3
#define PIECE_KEYS_OUT 4
#define PIECE_VALUES_OUT 5

struct piece_params {
    uint left_keys_base; // each base: words before the first element in the binding
    uint left_values_base;
    uint right_keys_base;
    uint right_values_base;
    uint keys_out_base;
    uint values_out_base;
    uint left_count;
    uint right_count;
    uint first; // of the merged elements, the first that the pass writes
    uint count; // and how many
    uint left_index; // added to values: indices of a piece begin at 0 until it is merged
    uint right_index;
    uint high_negative; // key maps, see lib/wide.glsl
    uint high_positive;
    uint low_negative;
    uint low_positive;
    uint high_mask; // bits of the mapped key to sort by
    uint low_mask;
    uint reserved0;
    uint reserved1;
};

#endif
