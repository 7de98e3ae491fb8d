// SPDX-License-Identifier: MIT
// Takes keys from the caller's form and gives each the index that it has.
//
//   reads   keys[count]
//   writes  elements[count] = (mapped key, index), one texel a fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    bitonic_draw_params params;
};

uniform usampler2D keys_in_texture;

layout(location = 0) out uvec4 element_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    uint key = texelFetch(keys_in_texture, texel_in_width(at, params.keys_base), 0).x;
    element_out = uvec4(map_key(key, params.negative, params.positive), at, 0u, 0u);
}
