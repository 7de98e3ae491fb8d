// SPDX-License-Identifier: MIT
// For a peek: writes the elements in the order after a step, see tree/tree_resolve.glsl.
//
//   reads   elements; nodes[0 .. nodes_end) and paths as the step left them
//   writes  elements[count], one texel per fragment
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 element_out;

// Entry `at` of the addresses that the step wrote for the next phase: each is at the slot
// of the node that the same fragment wrote.
uint next_address(uint at)
{
    return path_word(params.nodes_first + at);
}
#include "tree/tree_resolve.glsl"

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    uint count = sort_count();
    if (at >= count)
        discard;
    element_out = uvec4(reached_element(at, count), 0u, 0u);
}
