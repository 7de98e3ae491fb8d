// SPDX-License-Identifier: MIT
// The streams of the tree form as storage buffers (relaxed: one node stream, of which a
// step reads and writes disjoint ranges).
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params { tree_params params; };
layout(std430, binding = TREE_ELEMENTS_IN) readonly buffer ElementsIn
{
    uvec2 elements_in[];
};
layout(std430, binding = TREE_NODES_IN) readonly buffer NodesIn { uvec4 nodes_in[]; };
layout(std430, binding = TREE_PATHS_IN) readonly buffer PathsIn { uvec2 paths_in[]; };

uvec2 element_at(uint position)
{
    return elements_in[position];
}

uvec4 node_at(uint slot)
{
    return nodes_in[slot];
}

uvec2 path_at(uint pair, uint slot)
{
    return paths_in[params.paths_in + pair];
}

#include "tree/tree.glsl"
