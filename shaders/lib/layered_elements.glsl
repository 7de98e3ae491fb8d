// SPDX-License-Identifier: MIT
// Reads an element by its position from a texture of four layers. The including shader
// declares `params`, with layout_in and width_log. If it defines FETCH_TWO(AT), that
// macro reads the texels.
#include "lib/texel_layout.glsl"

uniform usampler2DArray elements_texture;

#ifndef FETCH_TWO
#define FETCH_TWO(AT) texelFetch(elements_texture, AT, 0)
#endif

uvec2 element_at(uint position)
{
    uint low = params.layout_in;
    ivec2 texel = texel_of(texel_of_position(position, low), params.width_log);
    uint slot = position >> low & 7u;
    uvec4 two = FETCH_TWO(ivec3(texel, int(slot >> 1u)));
    return (slot & 1u) == 0u ? two.xy : two.zw;
}
