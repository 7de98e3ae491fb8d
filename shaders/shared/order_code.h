// SPDX-License-Identifier: MIT
// Read by C and by GLSL: positions that GLSL of the caller's own computes.
#ifndef GLSORT_SHARED_ORDER_CODE_H
#define GLSORT_SHARED_ORDER_CODE_H

#include "shared/common.h"

// The caller's buffer N has binding point N, or texture unit UNIT_CODE + N.
#define UNIT_CODE 0
#define ORDER_MOST_CODE_BUFFERS 4
#define ORDER_CODE_OUT 4 // binding point
#define ORDER_MOST_CODE_PARAMS 16
// order_run.sources: x of the first ones are the words of the buffers, and from this one
// on are the parameters of the caller's, four each.
#define ORDER_CODE_PARAMS 4
// What buffer N is in fragment passes: CODE_KINDS >> 2 * N & 3.
#define ORDER_CODE_BUFFER 0
#define ORDER_CODE_TEXELS 1 // a texture of words
#define ORDER_CODE_FLOATS 2 // a texture of floats

struct order_code_params {
    uvec4 bases;  // of the buffers, as in order_params
    uint tile;    // draws: width of the target, see cover_count.vert
    uint flags;   // ORDER_MOVE_VERTICES
    uint width_log;
    uint view;    // 0
    uvec4 texels; // as order_params.positions_texel
    uint reserved0;
    uint reserved1;
    uint cover; // see cover_count.vert
    uint reserved2;
};

#endif
