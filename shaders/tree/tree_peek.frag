// SPDX-License-Identifier: MIT
// Writes the elements in the order reached after a step, see tree/tree_resolve.glsl.
//
//   reads   elements, nodes[0 .. nodes_end), paths: as the step wrote them
//   writes  elements[count], one texel a fragment
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 element_out;

// Entry `at` of the step's next addresses, which lie in the slots of its nodes.
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
