// SPDX-License-Identifier: MIT
// Copies the input values. The store pass gathers from the copy, because the sort may
// be in place and overwrite the values.
//
//   reads   values[count]
//   writes  copy[count], one texel per fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"

layout(std140) uniform Params { bitonic_draw_params params; };

#include "lib/source_texture.glsl"

layout(location = 0) out uvec4 value_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    value_out = uvec4(load_value(at));
}
