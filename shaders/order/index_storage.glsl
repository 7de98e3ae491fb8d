// SPDX-License-Identifier: MIT
// The caller's index buffer in compute passes.
layout(std430, binding = ORDER_INDICES) readonly buffer Indices { uint index_words[]; };

uint index_word(uint at)
{
    return index_words[params.indices_base + at];
}
