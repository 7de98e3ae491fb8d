// SPDX-License-Identifier: MIT
// Ends a level: gathers subtrees of 16 elements by their pointers, and sorts each of them
// by a bitonic merge. Subtree y, half of pair y / 2 of the last stage, holds the elements
// that belong at positions 16 * y and up.
//
//   reads   elements; nodes: roots, spares, and what they lead to
//   writes  elements, 16 per fragment
#include "tree/stage_textures.glsl"
#include "tree/tree_sixteen.glsl"
#include "tree/tree_take.glsl"

void main()
{
    uint y = fragment_slot(1u << params.width_log) - params.target_first;
    uint count = sort_count();
    if (y << uint(SIXTEENS_LOG) >= count)
        discard;
    uint pair = (y >> 1u) << NODE_LOG;
    uint side = y & 1u;
    uint spare = params.spares + pair + side * params.spare_step;
    take_fifteen(0, params.roots + pair + (side << 1u), count);
    set_item(15, half_of(node_at(spare), spare));
    merge_items(4u);
    write_items();
}
