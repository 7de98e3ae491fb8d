// SPDX-License-Identifier: MIT
// The caller's index buffer, of words or of halves of words.
layout(std430, binding = ORDER_INDICES) readonly buffer Indices
{
    uint index_words[];
};

uint index_at(uint at)
{
    if (!has_flag(ORDER_INDEX_U16))
        return index_words[params.indices_base + at];
    uint word = index_words[params.indices_base + (at >> 1u)];
    return (at & 1u) == 0u ? word & 0xFFFFu : word >> 16u;
}
