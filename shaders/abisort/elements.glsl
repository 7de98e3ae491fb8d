// SPDX-License-Identifier: MIT
// Arrays in textures: element g is the (key, value) pair in texel g / 8, layer (g / 2)
// mod 4, half g mod 2 of a layered RGBA32UI texture. A fragment with four render targets
// writes 8 elements. WIDE: 16 elements, eight layers and targets.
#include "lib/texels.glsl"

#if WIDE
#define ITEMS_LOG WIDE_TEXEL_ITEMS_LOG
#else
#define ITEMS_LOG TEXEL_ITEMS_LOG
#endif

uniform usampler2DArray elements_texture;

uvec2 element_at(uint position)
{
    ivec2 texel = texel_of(position >> uint(ITEMS_LOG), params.width_log);
    int layer = int(position >> 1u & (1u << uint(ITEMS_LOG - 1)) - 1u);
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
