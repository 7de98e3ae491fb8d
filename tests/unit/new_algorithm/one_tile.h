// SPDX-License-Identifier: MIT
// The enumerant that glsort_inspect.h would have for the algorithm of one_tile.c.
#ifndef ONE_TILE_H
#define ONE_TILE_H

#include <glsort/glsort_inspect.h>

enum { ONE_TILE = GLSORT_ALGORITHM_RADIX + 1, ONE_TILE_MOST = 4096 };

#endif
