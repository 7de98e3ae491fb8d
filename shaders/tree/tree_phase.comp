// SPDX-License-Identifier: MIT
// One step of the merges of a level: one phase of each stage that runs in it.
//
//   reads   elements_in, nodes_in[0 .. nodes_first), paths_in
//   writes  nodes_out[nodes_first + 2 * pair .. + 1], paths_out[paths_out + pair]
//   grid    one invocation per pair, work groups of TREE_GROUP
#include "tree/tree_storage.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std430, binding = TREE_NODES_OUT) writeonly buffer NodesOut { uvec4 nodes_out[]; };
layout(std430, binding = TREE_PATHS_OUT) writeonly buffer PathsOut { uvec2 paths_out[]; };

void main()
{
    uint pair = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (pair < params.pair_count) {
        phase_result result = run_phase(pair, sort_count());
        nodes_out[params.nodes_first + 2u * pair] = result.first;
        nodes_out[params.nodes_first + 2u * pair + 1u] = result.second;
        paths_out[params.paths_out + pair] = result.next;
    }
}
