// SPDX-License-Identifier: MIT
// Ends a level of the form with a stage a pass: gathers subtrees of 16 elements by their
// pointers, and sorts each of them by a bitonic merge in registers. Subtree y holds the
// elements that belong at positions 16 * y and up.
//
//   reads   elements_in, nodes_in: root `roots + y`, spare `spares + y`
//   writes  elements_out[count]
//   grid    16 elements per invocation, work groups of TREE_GROUP
#include "tree/tree_storage.glsl"
#include "tree/tree_items.glsl"
#include "tree/tree_take.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std430, binding = TREE_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uvec2 elements_out[];
};
#include "tree/tree_store_items.glsl"

void main()
{
    uint y = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    uint count = sort_count();
    if (y << 4u < count) {
        take_fifteen(0, params.roots + y, count);
        item[15] = node_at(params.spares + y).xy;
        merge_items(4u);
        store_items(y << 4u, count);
    }
}
