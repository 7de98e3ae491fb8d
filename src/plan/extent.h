// SPDX-License-Identifier: MIT
// The shape of textures that hold a linear array, row by row.
#ifndef GLSORT_EXTENT_H
#define GLSORT_EXTENT_H

#include <stdint.h>

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
