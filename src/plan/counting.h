// SPDX-License-Identifier: MIT
// Arithmetic on counts: the sizes of words, division and logarithm that round up, for
// numbers of tiles, levels and digits; and checks of byte ranges.
#ifndef GLSORT_COUNTING_H
#define GLSORT_COUNTING_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

// A key or a value of one word; an element of both; a texel of RGBA32UI, or what a
// fragment packs for a download.
enum {
    WORD_BYTES = 4,
    WORD_BITS = 32,
    ELEMENT_BYTES = 2 * WORD_BYTES,
    TEXEL_WORDS = 4,
    TEXEL_BYTES = TEXEL_WORDS * WORD_BYTES,
};

static inline uint64_t bytes_of_words(uint64_t words)
{
    return words * WORD_BYTES;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// UINT32_MAX if there are more, which exceeds all that devices have.
static inline uint32_t saturated(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

// A word whose lowest bits are set.
static inline uint32_t low_ones(uint32_t bits)
{
    return bits < WORD_BITS ? (1u << bits) - 1u : UINT32_MAX;
}

static inline uint32_t ceil_divide(uint32_t a, uint32_t b)
{
    assert(b != 0);
    return a / b + (a % b != 0);
}

// True if offset + bytes <= most, computed without overflow. `offset` or `bytes`
// alone may be above `most`, for example if that is PTRDIFF_MAX of a 32-bit host.
static inline bool range_ends_by(uint64_t offset, uint64_t bytes, uint64_t most)
{
    return bytes <= most && offset <= most - bytes;
}

// True if the two ranges share a byte: a range of no bytes overlaps nothing.
static inline bool ranges_overlap(uint64_t a, uint64_t a_bytes, uint64_t b,
                                  uint64_t b_bytes)
{
    return a_bytes > 0 && b_bytes > 0 && a < b + b_bytes && b < a + a_bytes;
}

// The smallest log with a <= 1 << log.
static inline uint32_t ceil_log(uint32_t a)
{
    uint32_t log = 0;
    while (((uint64_t)1 << log) < a)
        ++log;
    return log;
}

// ---- the shape of textures that hold an array, row by row -----------------------------

// log2 of the width: a power of two near the square root of the texels, so that width and
// height reach the device's limit together.
static inline uint8_t texture_width_log(uint32_t texels)
{
    uint8_t width_log = 0;
    while (((uint64_t)1 << (2 * width_log)) < texels)
        ++width_log;
    return width_log;
}

// The largest number of texels in a texture of this shape on a device.
static inline uint64_t texture_capacity(uint32_t texture_size)
{
    if (texture_size == 0)
        return 0;
    uint32_t width_log = 0;
    while ((2ull << width_log) <= texture_size)
        ++width_log;
    return (uint64_t)1 << (2 * width_log);
}

#endif
