// SPDX-License-Identifier: MIT
// Buffers of wide_words.comp and wide_gather.comp.
#include "shared/wide.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params { wide_params params; };
layout(std430, binding = WIDE_FROM) readonly buffer From { uint from_words[]; };
layout(std430, binding = WIDE_ORDER) readonly buffer Order { uint order_words[]; };
layout(std430, binding = WIDE_TO) writeonly buffer To { uint to_words[]; };

#include "lib/wide.glsl"

uint source_of(uint element)
{
    return has_flag(WIDE_ORDERED) ? order_words[params.order_base + element] : element;
}

uint source_word(uint element, uint word)
{
    if (has_flag(WIDE_MAKE_INDICES))
        return element;
    return from_words[params.from_base + (element << params.word_log) +
                      element * params.from_gap + word];
}
