// SPDX-License-Identifier: MIT
// Last pass of a level: sorts bitonic blocks of 1 << block_log elements. A fragment
// evaluates the bitonic merging network for the one rank that it writes: of each
// comparator only the output that leads to this rank.
//
//   reads   elements: flattened subtrees, or with `mirrored` pairs of runs of the source
//   writes  elements[count], one texel per fragment
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 element_out;

uvec2 block_element(uint at, uint count)
{
    if (params.mirrored != 0u)
        return source_element(mirrored_position(at), count);
    return element_at(at);
}

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    uint count = sort_count();
    if (at >= count)
        discard;
    int size = 1 << params.block_log;
    uint first = at & ~uint(size - 1);

    uvec2 item[TREE_FRAGMENT_BLOCK];
    for (int i = 0; i < size; ++i)
        item[i] = block_element(first + uint(i), count);
    for (int stride = size >> 1; stride > 0; stride >>= 1) {
        bool upper = (at & uint(stride)) != 0u;
        for (int i = 0; i < stride; ++i) {
            bool take_second = is_greater(item[i], item[i + stride]) != upper;
            item[i] = take_second ? item[i + stride] : item[i];
        }
    }
    element_out = uvec4(item[0], 0u, 0u);
}
