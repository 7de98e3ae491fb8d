// SPDX-License-Identifier: MIT
// Sizes of passes that rank tiles of few elements among all
// (shaders/lib/tile_ranks.glsl).
#ifndef GLSORT_RANKED_TILE_H
#define GLSORT_RANKED_TILE_H

#include <stdint.h>

#include "shared/rank.h"

// Elements of a work group's tile: the smallest power of two, from RANK_TILE_LEAST to
// RANK_TILE_MOST, with which 128 groups cover all elements, so that a GPU of that many
// processors runs them at the same time; RANK_TILE_MOST if the elements are too many
// for that.
static inline uint32_t ranked_tile(uint64_t elements)
{
    uint32_t tile = RANK_TILE_LEAST;
    while (tile < RANK_TILE_MOST && (uint64_t)tile * 128 < elements)
        tile *= 2;
    return tile;
}

// The most quads of keys that an invocation has: one, two or four.
static inline uint32_t ranked_quads(uint32_t max_count)
{
    if (max_count <= RANK_TILE_QUAD_MOST)
        return 1;
    return max_count <= 2 * RANK_TILE_QUAD_MOST ? 2 : 4;
}

#endif
