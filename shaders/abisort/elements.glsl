// SPDX-License-Identifier: MIT
// Arrays in textures: element g is the (key, value) pair in texel g / 8, layer (g / 2)
// mod 4, half g mod 2 of a layered RGBA32UI texture. A fragment with four render targets
// writes 8 elements.
#include "lib/texels.glsl"

uniform usampler2DArray elements_texture;

uvec2 element_at(uint position)
{
    ivec2 texel = texel_of(position >> uint(TEXEL_ITEMS_LOG), params.width_log);
    int layer = int((position >> 1u) & 3u);
    uvec4 two = texelFetch(elements_texture, ivec3(texel, layer), 0);
    return (position & 1u) == 0u ? two.xy : two.zw;
}

// What the sort compares. Keys that agree in these bits keep their order.
uint compared(uint key)
{
    return key & params.io.key_mask;
}

uint run_key(uint position)
{
    return compared(element_at(position).x);
}
