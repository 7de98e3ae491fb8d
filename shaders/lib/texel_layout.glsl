// SPDX-License-Identifier: MIT
// Eight elements a texel, in four layers of an RGBA32UI texture, as (key, index). Under
// layout b the elements whose positions differ in the bits b, b + 1 and b + 2 share a
// texel: just those that a fragment needs for the columns of strides 4, 2 and 1 << b.
#include "lib/texels.glsl"

uint texel_of_position(uint position, uint low)
{
    uint shift = low + uint(TEXEL_LAYERS_LOG);
    return position >> shift << low | (position & ((1u << low) - 1u));
}

// Of the first element in a texel.
uint position_of_texel(uint texel, uint low)
{
    uint shift = low + uint(TEXEL_LAYERS_LOG);
    return texel >> low << shift | (texel & ((1u << low) - 1u));
}
