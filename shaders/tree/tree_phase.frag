// SPDX-License-Identifier: MIT
// One step of the merges of a level: one phase of each stage that runs in it, with one
// fragment per node. Both fragments of a pair compute the phase and write their own node.
//
//   reads   elements; nodes and paths from the textures that the previous step wrote
//   writes  nodes[slot] and paths[slot] of the other textures, for
//           copy_first <= slot < nodes_first + 2 * pair_count
//
// Slots before nodes_first are those of the previous step. Their nodes are copied
// forward, so that the next step finds all nodes in the texture that this step writes.
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 node_out;
layout(location = 1) out uvec4 path_out;

void main()
{
    uint slot = fragment_slot(1u << params.width_log);
    uint own = slot - params.nodes_first;
    bool copied = slot < params.nodes_first;
    if (copied ? slot < params.copy_first : own >> 1u >= params.pair_count)
        discard;

    if (copied) {
        node_out = node_at(slot);
        path_out = uvec4(0u);
    } else {
        phase_result result = run_phase(own >> 1u, sort_count());
        bool second = (own & 1u) != 0u;
        node_out = second ? result.second : result.first;
        path_out = uvec4(second ? result.next.y : result.next.x);
    }
}
