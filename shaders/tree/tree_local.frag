// SPDX-License-Identifier: MIT
// First pass: makes elements of the input keys and their indices, and sorts aligned
// blocks of 1 << block_log of them, at most 16.
//
//   reads   keys_in[count]
//   writes  elements = (mapped key, index), ascending within each block; 16 per fragment
#include "shared/tree.h"
#include "lib/count.glsl"

layout(std140) uniform Params
{
    tree_io_params params;
};

#include "lib/source_texture.glsl"

bool is_greater(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}
#include "tree/tree_sixteen.glsl"
#include "tree/tree_sort_items.glsl"

// Positions past the end hold sentinels, as in source_element() of tree.glsl.
uvec2 load_element(uint position, uint count)
{
    return uvec2(position < count ? load_key(position) : 0xFFFFFFFFu, position);
}

void main()
{
    uint first = (fragment_slot(1u << params.width_log) - params.target_first)
                 << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    EACH_ITEM(load_element, first, count)
    sort_items(params.block_log);
    write_items();
}
