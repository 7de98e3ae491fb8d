// SPDX-License-Identifier: MIT
// Packs the caller's keys with their indices, and keeps a copy of the caller's values.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements[count] = (mapped key, index), values[count]; one texel a fragment
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    tree_io_params params;
};

uniform usampler2D keys_in_texture;
uniform usampler2D values_in_texture;

layout(location = 0) out uvec4 element_out;
layout(location = 1) out uvec4 value_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    uint key = texelFetch(keys_in_texture, texel_in_width(at, params.keys_base), 0).x;
    element_out = uvec4(map_key(key, params.negative, params.positive), at, 0u, 0u);
    value_out = uvec4(0u);
    if ((params.flags & TREE_WRITE_VALUES) != 0u)
        value_out =
            texelFetch(values_in_texture, texel_in_width(at, params.values_base), 0);
}
