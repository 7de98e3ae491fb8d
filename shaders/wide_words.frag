// SPDX-License-Identifier: MIT
// Extracts up to 32 bits of each key, in the current order of the elements, as the keys
// of the next sort.
//
//   reads   from[count]    the caller's keys, of one word or two
//           order[count]   WIDE_ORDERED: index of the element
//   writes  words[count]   ordered integers, one texel per fragment
#include "lib/wide_textures.glsl"

layout(location = 0) out uvec4 word_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count())
        discard;
    uint element = source_of(at);
    uint last = (1u << params.word_log) - 1u;
    uint low = last > 0u ? source_word(element, 0u) : 0u;
    word_out = uvec4(wanted_bits(source_word(element, last), low));
}
