// SPDX-License-Identifier: MIT
// Textures of wide_words.frag and wide_gather.frag. An element is in one texel or, if it
// was uploaded from a buffer, in one texel per word.
#include "shared/wide.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { wide_params params; };

uniform usampler2D from_texture;
uniform usampler2D order_texture;

#include "lib/wide.glsl"

uint source_of(uint element)
{
    if (!has_flag(WIDE_ORDERED))
        return element;
    return texelFetch(order_texture, texel_in_width(element, params.order_base), 0).x;
}

uint source_word(uint element, uint word)
{
    if (has_flag(WIDE_MAKE_INDICES))
        return element;
    uint at = (element << params.word_log) + element * params.from_gap + word;
    ivec2 place = texel_in_width(at >> params.texel_log, params.from_base);
    uvec4 texel = texelFetch(from_texture, place, 0);
    return texel[at & ((1u << params.texel_log) - 1u)];
}

// All words of an element.
uvec4 source_element(uint element)
{
    if (has_flag(WIDE_MAKE_INDICES))
        return uvec4(element);
    if (params.texel_log != params.word_log || params.from_gap != 0u) {
        uint last = (1u << params.word_log) - 1u;
        return uvec4(source_word(element, 0u), source_word(element, min(1u, last)),
                     source_word(element, min(2u, last)),
                     source_word(element, min(3u, last)));
    }
    return texelFetch(from_texture, texel_in_width(element, params.from_base), 0);
}
