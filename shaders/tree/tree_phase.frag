// SPDX-License-Identifier: MIT
// One step of the merges of a level: one phase of each stage that runs in it, with one
// fragment per pair of nodes.
//
//   COPIES  1: texels from copy_first to the first pair's are those of the previous step,
//           which are copied forward as in tree_copy.frag, without a draw of its own
//
//   reads   elements; nodes and paths from the textures that the previous step wrote
//   writes  nodes[nodes_first + 2 * pair .. + 1] and their path in the other textures
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 first_out;
layout(location = 1) out uvec4 second_out;
layout(location = 2) out uvec4 path_out;

void main()
{
    uint slot = fragment_slot(1u << params.width_log);
    uint pair = slot - (params.nodes_first >> 1u);
#if COPIES
    if (slot < params.nodes_first >> 1u && slot >= params.copy_first) {
        first_out = node_at(slot << 1u);
        second_out = node_at(slot << 1u | 1u);
        path_out = uvec4(0u);
        return;
    }
#endif
    if (pair >= params.pair_count)
        discard;
    phase_result result = run_phase(pair, sort_count());
    first_out = result.first;
    second_out = result.second;
    path_out = uvec4(result.next, 0u, 0u);
}
