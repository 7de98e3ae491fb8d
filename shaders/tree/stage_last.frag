// SPDX-License-Identifier: MIT
// The last stage of a level, whose halves have 16 elements: five phases, in one fragment
// and one texel of eight layers. The root and the spare share a layer, and so do the two
// leaves, because none of them needs pointers.
//
//   layer   0             1, 2      3, 4      5, 6      7
//   holds   root, spare   phase 1   phase 2   phase 3   leaves p, q
//
//   reads   as stage.frag
//   writes  the block of the stage: texel block_first + x
#include "tree/stage_textures.glsl"
#include "tree/stage_targets.glsl"

node_pair phase(inout walk w, uint reach, uint p_child, uint q_child, uint count)
{
    return step_walk(w, fetch_node(w.p, reach, count), fetch_node(w.q, reach, count),
                     p_child, q_child);
}

void main()
{
    uint x = fragment_slot(1u << params.width_log) - params.block_first;
    if (x >= params.pairs)
        discard;
    uint count = sort_count();
    uint here = (params.block_first + x) << NODE_LOG;
    walk w = start_pair(x, params.stage, count);
    layer_0 = uvec4(w.lower, w.upper);
    node_pair nodes = phase(w, 4u, here | 6u, here | 8u, count);
    layer_1 = nodes.p;
    layer_2 = nodes.q;
    nodes = phase(w, 2u, here | 10u, here | 12u, count);
    layer_3 = nodes.p;
    layer_4 = nodes.q;
    nodes = phase(w, 1u, here | 14u, here | 15u, count);
    layer_5 = nodes.p;
    layer_6 = nodes.q;
    nodes = phase(w, 0u, 0u, 0u, count);
    layer_7 = uvec4(nodes.p.xy, nodes.q.xy);
}
