// SPDX-License-Identifier: MIT
// Maps the input keys to ordered integers and adds their indices.
//
//   reads   keys[count]
//   writes  elements[count] = (mapped key, index), one texel per fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"

layout(std140) uniform Params { bitonic_draw_params params; };

#include "lib/source_texture.glsl"

layout(location = 0) out uvec4 element_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    element_out = uvec4(load_key(at), at, 0u, 0u);
}
