// SPDX-License-Identifier: MIT
// Eight (key, value or index) elements per texel, in four layers of an RGBA32UI texture.
// In layout b the elements whose positions differ only in bits b, b + 1 and b + 2 share a
// texel: these are the elements that a fragment needs for the columns of strides 4 << b,
// 2 << b and 1 << b.
#include "lib/texels.glsl"

uint texel_of_position(uint position, uint low)
{
    uint shift = low + uint(TEXEL_LAYERS_LOG);
    return position >> shift << low | (position & ((1u << low) - 1u));
}

// Position of the first element of a texel.
uint position_of_texel(uint texel, uint low)
{
    uint shift = low + uint(TEXEL_LAYERS_LOG);
    return texel >> low << shift | (texel & ((1u << low) - 1u));
}
