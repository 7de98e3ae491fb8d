// SPDX-License-Identifier: MIT
// Copies the input values if they are in a texture of the caller's, which may be the
// output as well. (Values in a buffer are uploaded, which is a copy already.)
//
//   reads   values_in[count]
//   writes  values[count], one texel per fragment
#include "shared/tree.h"
#include "lib/count.glsl"

layout(std140) uniform Params { tree_io_params params; };

#include "lib/source_texture.glsl"

layout(location = 0) out uvec4 value_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    value_out = uvec4(load_value(at));
}
