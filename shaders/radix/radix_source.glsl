// SPDX-License-Identifier: MIT
// Reads elements by their positions: one of them, or the words that contain the digits of
// four (position is a multiple of 4, and position + 3 is in the same texel).
#if SOURCE == DRAW_INPUTS
#include "lib/source_texture.glsl"

uvec2 element_at(uint position)
{
    return uvec2(load_key(position), load_value(position));
}

uvec4 four_at(uint position)
{
    uint last = sort_count() - 1u;
    return uvec4(load_key(position), load_key(min(position + 1u, last)),
                 load_key(min(position + 2u, last)), load_key(min(position + 3u, last)));
}
#elif SOURCE == DRAW_PAIRS
uniform usampler2DArray elements_texture;

uvec4 two_at(uint position)
{
    ivec2 texel = texel_of(position >> 3u, params.elements_log);
    return texelFetch(elements_texture, ivec3(texel, int(position >> 1u & 3u)), 0);
}

uvec2 element_at(uint position)
{
    uvec4 two = two_at(position);
    return (position & 1u) == 0u ? two.xy : two.zw;
}

uvec4 four_at(uint position)
{
    return uvec4(two_at(position).xz, two_at(position + 2u).xz);
}
#else
uniform usampler2DArray elements_texture;

uvec4 four_at(uint position)
{
    ivec2 texel = texel_of(position >> 4u, params.elements_log);
    return texelFetch(elements_texture, ivec3(texel, int(position >> 2u & 3u)), 0);
}

uint element_at(uint position)
{
    return four_at(position)[position & 3u];
}
#endif
