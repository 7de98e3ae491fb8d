// SPDX-License-Identifier: MIT
// Makes elements of the input keys and their indices, and copies the input values if they
// are in a texture: an upload is a copy already.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements[count] = (mapped key, index), values[count]; one texel per fragment
#include "shared/tree.h"
#include "lib/count.glsl"

layout(std140) uniform Params
{
    tree_io_params params;
};

#include "lib/source_texture.glsl"

layout(location = 0) out uvec4 element_out;
layout(location = 1) out uvec4 value_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    element_out = uvec4(load_key(at), at, 0u, 0u);
    value_out = uvec4(load_value(at));
}
