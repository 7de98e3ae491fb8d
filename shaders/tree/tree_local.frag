// SPDX-License-Identifier: MIT
// Sorts aligned blocks of 1 << block_log elements by enumeration sort (comparison
// counting): a fragment writes the element whose rank is the fragment's index in the
// block.
//
//   reads   elements[count]
//   writes  elements[count], ascending within each block; one texel per fragment
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 element_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    uint count = sort_count();
    if (at >= count)
        discard;
    int size = 1 << params.block_log;
    uint first = at & ~uint(size - 1);
    int rank = int(at - first);

    uvec2 item[TREE_FRAGMENT_BLOCK];
    for (int i = 0; i < size; ++i)
        item[i] = source_element(first + uint(i), count);
    uvec2 chosen = item[0];
    for (int i = 0; i < size; ++i) {
        int smaller = 0;
        for (int other = 0; other < size; ++other)
            smaller += is_greater(item[i], item[other]) ? 1 : 0;
        if (smaller == rank)
            chosen = item[i];
    }
    element_out = uvec4(chosen, 0u, 0u);
}
