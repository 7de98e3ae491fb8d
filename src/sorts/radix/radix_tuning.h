// SPDX-License-Identifier: MIT
// The measured numbers of the radix sort. Tile shapes, which the shaders need too, are in
// shaders/shared/radix.h.
#ifndef GLSORT_RADIX_TUNING_H
#define GLSORT_RADIX_TUNING_H

#include <stdint.h>

#include "shared/radix.h"

// A sort of at most this many tiles is dispatched directly, and the groups of a digit
// that is skipped return at once, except a scan's: that costs less than the latency of an
// indirect dispatch. If the count is on the GPU, the schedule's limit applies, too.
// 2026-11-22, H200 (driver 580.159).
enum { MOST_DIRECT = 1024 };

// Three passes per digit: up to this many elements use the smaller tiles. Larger tiles
// have a shorter table, but with few of them the last groups leave most of the device
// idle.
// 2026-11-22, H200 (driver 580.159).
enum { SMALL_TILES_MOST = 1 << 24 };

// Narrow tiles: at least so many before a tile has more than the fewest parts, and the
// fewest and the most parts of one. By bytes, not measured: a row of the table is 1 KiB
// and is accessed four times a digit. So tiles of 16 parts, which 2^20 elements have,
// take 1.0 bytes an element, tiles of 3 parts 5.3, and tiles of one part 16.
enum { NARROW_TILES = 64, NARROW_LEAST_PARTS = 3, NARROW_MOST_PARTS = 48 };

// A chain: up to this many pairs the ping-pong buffer is a buffer, above that a texture,
// if the limits of the device allow it.
// 2026-11-23, H200 (driver 580.159).
enum { BUFFER_PAIRS_MOST = 1 << 24 };

// The tile shape of a chain. Small tiles fill the device at smaller counts; large tiles
// look back less often. 264 work groups of the two largest shapes are resident at once,
// so counts up to SHAPE_n_AT_ONCE take one wave. The first row that fits decides, if the
// device has subgroups of 32 and enough shared memory (pick_shape() of radix.c).
// 2026-11-22, H200 (driver 580.159).
enum {
    SHAPE_2_AT_ONCE = 264 * RADIX_GROUP_2 * RADIX_ITEMS_2,
    SHAPE_3_AT_ONCE = 264 * RADIX_GROUP_3 * RADIX_ITEMS_3,
    SHAPE_4_AT_ONCE = 264 * RADIX_GROUP_4 * RADIX_ITEMS_4,
};

struct shape_row {
    uint32_t shape;
    uint32_t most_pairs; // the row fits up to this many pairs
    uint32_t most_keys;  // the row fits up to this many keys without values
};

// Elements that shrink (radix.c): the shape with digits of 8 bits, and above how many
// elements there are digits of 9 bits instead.
// 2026-11-30, H200 (driver 580.159.04).
enum { PACKED_SHAPE = 3, LONG_DIGITS_LEAST = (1 << 14) - 1 };

static const struct shape_row long_shape_rows[] = {
    {1, 1 << 18, 0},
    {2, SHAPE_2_AT_ONCE, 0},
    {5, UINT32_MAX, 0},
};

static const struct shape_row shape_rows[] = {
    {0, 1 << 15, 1 << 15},
    {1, 1 << 18, 1 << 18},
    {2, SHAPE_2_AT_ONCE, SHAPE_2_AT_ONCE},
    {4, SHAPE_4_AT_ONCE, SHAPE_4_AT_ONCE}, // H100, 2026-11-27
    {3, SHAPE_3_AT_ONCE, UINT32_MAX},
    {2, 5 << 19, 0},
    {3, UINT32_MAX, 0},
};

// Up to this many elements, values of 16 bytes are gathered after a sort of indices:
// while they fit in the caches of the device, that is less traffic than to move them with
// each digit. 2026-11-27, H100 (driver 580.159).
enum { GATHERED_16_BYTES_MOST = (1 << 23) - 1 };

// Shapes for keys or values of several words.
static const struct shape_row wide_shape_rows[] = {
    {0, 1 << 15, 1 << 15},
    {1, 1 << 18, 1 << 18},
    {2, UINT32_MAX, UINT32_MAX},
};

#endif
