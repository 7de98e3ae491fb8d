// SPDX-License-Identifier: MIT
// Decides whether runs are so nearly in order that a last merge completes the order.
//
//   reads   checks[check_count]   from repair_check.frag
//           state                 what has been decided; not with ARRAY_FIRST
//   writes  state                 0: too far from it; otherwise the log of the runs that
//                                 are nearly in order
#include "shared/array.h"
#include "lib/texels.glsl"

layout(std140) uniform Params { repair_params params; };

uniform usampler2D checks_texture;
uniform usampler2D state_texture;

layout(location = 0) out uvec4 state_out;

void main()
{
    bool is_first = (params.flags & ARRAY_FIRST) != 0u;
    uint state = is_first ? 0u : texelFetch(state_texture, ivec2(0), 0).x;
    if (state == 0u) {
        uint far = 0u;
        for (uint i = 0u; i < params.check_count; ++i)
            far |= texelFetch(checks_texture, texel_of(i, params.width_log), 0).x;
        state = far == 0u ? params.run_log : 0u;
    }
    state_out = uvec4(state);
}
