// SPDX-License-Identifier: MIT
// The sorted elements of a view, and their keys, for the last fragment passes of an
// order.
#include "shared/order.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { order_sink_params params; };

uniform usampler2D keys_in_texture;   // the key of each element, by element
uniform usampler2D values_in_texture; // elements in order

bool has_flag(uint flag)
{
    return (params.flags & flag) != 0u;
}

uint element_at(uint at)
{
    return texelFetch(values_in_texture, texel_of(at, params.width_log), 0).x;
}

uint key_at(uint element)
{
    return texelFetch(keys_in_texture, texel_of(element, params.width_log), 0).x;
}
