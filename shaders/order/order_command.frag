// SPDX-License-Identifier: MIT
// Draws the command of a view, which is then copied to the caller's buffer.
//
//   reads   visible[views]   a column of texels; ORDER_EMPTY: the count is 0
//   writes  the words of the command that are written, four in a texel
#include "order/order_run.glsl"
#include "lib/texels.glsl"

uniform usampler2D visible_texture;

layout(location = 0) out uvec4 words;

uvec4 places = uvec4(0u); // in the command, of the words of this texel
uvec4 found = uvec4(0u);

void put_word(uint at, uint word)
{
    found += uvec4(equal(uvec4(at), places)) * word;
}
#include "order/command_words.glsl"

void main()
{
    uint visible = 0u;
    if (!has_flag(ORDER_EMPTY))
        visible = texelFetch(visible_texture, ivec2(0, int(params.view)), 0).x;
    places = uvec4(0u, 1u, 2u, 3u) + (fragment_slot(1u << params.width_log) << 2u);
    put_command(0u, params.view * params.max_count, visible);
    words = found;
}
