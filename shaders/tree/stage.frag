// SPDX-License-Identifier: MIT
// All phases of one stage, in one pass (Zachmann's chapter, Algorithm 3, without the
// stream of paths). Fragment (g, x) walks pair x down from its root through what earlier
// passes have written, and writes the nodes of its group g of phases: four phases in
// eight layers, two in four. Phases before the group are walked again, not stored, so no
// fragment needs what another one writes in the pass.
//
// Phases are numbered from phase_offset on, so that the last group is full: phase i is at
// place i + phase_offset. The node that a phase leaves points to the slot of the next
// one, which is known in advance, as in the chapter.
//
//   reads   elements; nodes of earlier stages of the level: roots, spares, and what they
//           lead to
//   writes  the block of the stage: texel block_first + g * block_stride + x
#include "tree/stage_textures.glsl"
#include "tree/stage_targets.glsl"

// The phase at a place: the root and the spare, or the nodes that the walk is at, whose
// children come to the two addresses. Before phase 0 a place is empty.
node_pair phase_at(uint place, inout walk w, inout uint reach, uint p_child, uint q_child,
                   uint count)
{
    node_pair nodes =
        node_pair(uvec4(w.lower, 0u, 0u), uvec4(w.upper, 0u, 0u));
    if (place > params.phase_offset) {
        nodes = step_walk(w, fetch_node(w.p, reach, count), fetch_node(w.q, reach, count),
                          p_child, q_child);
        reach >>= 1u;
    }
    return nodes;
}

void main()
{
    uint at = fragment_slot(1u << params.width_log) - params.block_first;
    uint group = group_of(at);
    uint x = at - group * params.block_stride;
    if (x >= params.pairs || group >= params.groups)
        discard;
    uint count = sort_count();
    walk w = start_pair(x, params.stage, count);
    uint reach = (1u << params.phases) >> 3u;
    uint first = group << PHASES_LOG;
    for (uint i = params.phase_offset + 1u; i < first; ++i) {
        step_walk(w, fetch_node(w.p, reach, count), fetch_node(w.q, reach, count), 0u,
                  0u);
        reach >>= 1u;
    }

    uint here = (params.block_first + group * params.block_stride + x) << NODE_LOG;
    uint next = here + (params.block_stride << NODE_LOG);
    node_pair nodes = phase_at(first, w, reach, here | 4u, here | 6u, count);
    layer_0 = nodes.p;
    layer_1 = nodes.q;
#if LAYERS == 8
    nodes = phase_at(first + 1u, w, reach, here | 8u, here | 10u, count);
    layer_2 = nodes.p;
    layer_3 = nodes.q;
    nodes = phase_at(first + 2u, w, reach, here | 12u, here | 14u, count);
    layer_4 = nodes.p;
    layer_5 = nodes.q;
    nodes = phase_at(first + 3u, w, reach, next, next | 2u, count);
    layer_6 = nodes.p;
    layer_7 = nodes.q;
#else
    nodes = phase_at(first + 1u, w, reach, next, next | 2u, count);
    layer_2 = nodes.p;
    layer_3 = nodes.q;
#endif
}
