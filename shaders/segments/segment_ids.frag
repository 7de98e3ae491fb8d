// SPDX-License-Identifier: MIT
// The keys of the sort that brings the elements of each segment together: a number that
// grows with that of the segment, which a binary search in the offsets finds, or with
// equal_length a division. An element of no segment gets a number of its own, which keeps
// it in its place.
//
//   reads   order[count]            positions in the input
//           from[segments + 1]      the offsets, unless params.equal_length is set
//           rest[1]                 the number of segments if it is on the GPU
//   writes  ids[count]              one texel per fragment
#include "shared/segments.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { segment_draw_params params; };

uniform usampler2D order_texture;
uniform usampler2D from_texture;
uniform usampler2D rest_texture;

layout(location = 0) out uvec4 id_out;

uint offset_at(uint segment)
{
    return texelFetch(from_texture, texel_of(segment, params.offsets_log), 0).x;
}

uint segment_count()
{
    uint count = params.segment_count;
    if (params.count_on_gpu != 0u)
        count = min(texelFetch(rest_texture, ivec2(0), 0).x, count);
    return count;
}

// The last segment that begins at this position or before it; or the number of segments,
// after the last one.
uint segment_at(uint position, uint segments)
{
    uint low = 0u;
    uint high = segments;
    while (low < high) {
        uint middle = (low + high + 1u) >> 1u;
        bool begins = offset_at(middle) <= position;
        low = begins ? middle : low;
        high = begins ? high : middle - 1u;
    }
    return low;
}

uint id_of(uint position)
{
    if (params.equal_length != 0u)
        return position / params.equal_length;
    uint segments = segment_count();
    uint first = offset_at(0u);
    if (position < first || segments == 0u)
        return position;
    uint segment = segment_at(position, segments);
    return first + segment + (segment == segments ? position : 0u);
}

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    id_out = uvec4(id_of(texelFetch(order_texture, texel_of(at, params.width_log), 0).x));
}
