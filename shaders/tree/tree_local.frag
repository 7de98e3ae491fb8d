// SPDX-License-Identifier: MIT
// First pass: makes elements of the input keys and their indices, and sorts aligned
// blocks of 1 << block_log of them, at most 16.
//
//   reads   keys_in[count]
//   writes  elements = (mapped key, index), ascending within each block; 16 per fragment
#include "shared/tree.h"
#include "lib/count.glsl"

layout(std140) uniform Params { tree_io_params params; };

#include "lib/source_texture.glsl"

#include "tree/tree_sixteen.glsl"
#include "tree/tree_sort_items.glsl"

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
