// SPDX-License-Identifier: MIT
// All phases of one stage of a level: an invocation walks its pair down from its root and
// keeps its path in registers. No other invocation of the pass reads what it writes: the
// subtrees of the pairs of a stage are disjoint, and a walk takes a child's address
// before it changes it.
//
//   reads   elements_in, nodes_in[0 .. nodes_first)
//   writes  nodes_out[nodes_first + 2 * (i * pair_count + pair) .. + 1] in phase i
//   grid    one invocation per pair, work groups of TREE_GROUP
#include "tree/tree_storage.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std430, binding = TREE_NODES_OUT) writeonly buffer NodesOut { uvec4 nodes_out[]; };

void main()
{
    uint pair = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (pair < params.pair_count) {
        uint count = sort_count();
        uint phases = params.level - params.first_stage;
        uint stride = 2u * params.pair_count;
        uint slot = params.nodes_first + 2u * pair;
        phase_result result =
            start_pair(pair, params.first_stage, params.stages[0], slot + stride, count);
        nodes_out[slot] = result.first;
        nodes_out[slot + 1u] = result.second;
        for (uint i = 1u; i < phases; ++i) {
            slot += stride;
            result = step_pair(result.next, phases - 1u - i, slot + stride, count);
            nodes_out[slot] = result.first;
            nodes_out[slot + 1u] = result.second;
        }
    }
}
