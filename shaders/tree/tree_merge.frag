// SPDX-License-Identifier: MIT
// The whole of a level without stages: merges pairs of runs of the source, which are
// bitonic sequences of 1 << block_log elements, at most 16.
//
//   reads   elements[count]
//   writes  elements, 16 per fragment
#include "tree/tree_textures.glsl"
#include "tree/tree_sixteen.glsl"

uvec2 mirrored_element(uint position, uint count)
{
    return source_element(mirrored_position(position), count);
}

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    EACH_ITEM(mirrored_element, first, count)
    merge_items(params.block_log);
    write_items();
}
