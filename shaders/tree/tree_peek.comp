// SPDX-License-Identifier: MIT
// For a peek: writes the elements in the order after a step, see tree/tree_resolve.glsl.
//
//   reads   elements_in; nodes_in[0 .. nodes_end) and paths_in as the step left them
//   writes  elements_out[count]
//   grid    one invocation per element, work groups of TREE_GROUP
#include "tree/tree_storage.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std430, binding = TREE_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uvec2 elements_out[];
};

// Entry `at` of the addresses that the step wrote for the next phase, two per pair.
uint next_address(uint at)
{
    uvec2 path = paths_in[params.paths_in + (at >> 1u)];
    return (at & 1u) == 0u ? path.x : path.y;
}
#include "tree/tree_resolve.glsl"

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    uint count = sort_count();
    if (at < count)
        elements_out[at] = reached_element(at, count);
}
