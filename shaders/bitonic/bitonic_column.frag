// SPDX-License-Identifier: MIT
// One column of the network: a fragment reads both elements of its comparator and writes
// the one that belongs at its position. If its partner is past the end, it copies its own
// element.
//
//   reads   elements[count]
//   writes  elements[count], one texel per fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"
#include "bitonic/bitonic_pair.glsl"

layout(std140) uniform Params { bitonic_draw_params params; };

uniform usampler2D elements_texture;

layout(location = 0) out uvec4 element_out;

uvec2 element_at(uint position)
{
    return texelFetch(elements_texture, texel_of(position, params.width_log), 0).xy;
}

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    uint count = sort_count();
    if (at >= count)
        discard;
    uint stage = params.level - 1u;
    uint partner = at ^ (1u << params.stride_log);
    uvec2 mine = element_at(at);
    uvec2 other = element_at(partner < count ? partner : at);
    bool want_larger = (partner < at) != descends(at, stage, direction_of(stage, count));
    bool take = is_after(mine.x, mine.y, other.x, other.y) != want_larger;
    element_out = uvec4(take && partner < count ? other : mine, 0u, 0u);
}
