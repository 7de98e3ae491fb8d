// SPDX-License-Identifier: MIT
// Draws the command of a view, which is then copied to the caller's buffer.
//
//   reads   visible[views]   a column of texels; ORDER_EMPTY: the count is 0
//   writes  the words of the command that are written, four in a texel
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/command_words.glsl"

uniform usampler2D visible_texture;

layout(location = 0) out uvec4 words;

void main()
{
    uint visible = 0u;
    if (!has_flag(ORDER_EMPTY))
        visible = texelFetch(visible_texture, ivec2(0, int(params.view)), 0).x;
    uint start = params.view * params.max_count;
    uint at = first_command_word() + (fragment_slot(1u << params.width_log) << 2u);
    words = uvec4(command_word(at, start, visible), command_word(at + 1u, start, visible),
                  command_word(at + 2u, start, visible),
                  command_word(at + 3u, start, visible));
}
