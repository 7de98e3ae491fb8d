// SPDX-License-Identifier: MIT
// For a peek: writes the elements in the order after a step, see tree/tree_resolve.glsl.
//
//   reads   elements; nodes[0 .. nodes_end) and paths as the step left them
//   writes  elements, 16 per fragment
#include "tree/tree_textures.glsl"
#include "tree/tree_sixteen.glsl"

// Entry `at` of the addresses that the step wrote for the next phase.
uint next_address(uint at)
{
    uvec2 path = path_at(0u, params.nodes_first + at);
    return (at & 1u) == 0u ? path.x : path.y;
}
#include "tree/tree_resolve.glsl"

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    for (int i = 0; i < 16; ++i)
        item[i] = reached_element(min(first + uint(i), count - 1u), count);
    write_items();
}
