// SPDX-License-Identifier: MIT
// The source of fragment passes: lib/source.glsl for elements in textures. load_value(i)
// returns 0 if values are neither read nor generated.
//
// The including shader declares the uniform block `params`, whose first member is `io`.
#include "shared/io.h"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

uniform usampler2D keys_in_texture;
uniform usampler2D values_in_texture;

uint load_key(uint at)
{
    uint word = at + at * params.io.keys_in_gap;
    ivec2 texel = texel_in_width(word, params.io.keys_in_base);
    return map_key(texelFetch(keys_in_texture, texel, 0).x, params.io.read_negative,
                   params.io.read_positive);
}

uint load_value(uint at)
{
    uint value = (params.io.flags & IO_MAKE_INDICES) != 0u ? at : 0u;
    if ((params.io.flags & IO_READ_VALUES) != 0u) {
        uint word = at + at * params.io.values_in_gap;
        ivec2 texel = texel_in_width(word, params.io.values_in_base);
        value = texelFetch(values_in_texture, texel, 0).x;
    }
    return value;
}
