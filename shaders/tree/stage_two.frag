// SPDX-License-Identifier: MIT
// A stage whose parent stage is in the same pass: passes over few pairs take as long as
// their latency, so two stages in one pass take half of it. A fragment walks its pair x
// and, one phase ahead, pair x / 2 of the parent stage, and writes the nodes of its own
// stage only; another draw of the pass writes those of the parent.
//
// A node that the parent changes in this pass is not read from its slot, which other
// fragments write: the fragment has computed it. Its address tells: at each depth the
// parent writes one slot in the half that pair x is in, the one that p or q of pair x can
// be at. (Subtrees of different pairs are disjoint.)
//
//   reads   as stage.frag, of stages before the parent
//   writes  the block of the stage
#include "tree/stage_textures.glsl"
#include "tree/stage_targets.glsl"

// Slot of the node of phase i of the parent's pair, on the given side.
uint parent_slot(uint pair, uint i, uint side)
{
    uint place = i + params.parent_offset;
    uint texel =
        params.parent_first + (place >> PHASES_LOG) * params.parent_stride + pair;
    return texel << NODE_LOG | (place & ((1u << PHASES_LOG) - 1u)) << 2u | side << 1u;
}

// The same of pair x of this stage.
uint own_slot(uint x, uint i, uint side)
{
    uint place = i + params.phase_offset;
    uint texel = params.block_first + (place >> PHASES_LOG) * params.block_stride + x;
    return texel << NODE_LOG | (place & ((1u << PHASES_LOG) - 1u)) << 2u | side << 1u;
}

// Writes the nodes of phase i, if they are in this fragment's group.
void write_phase(uint i, uint group, node_pair nodes)
{
    uint place = i + params.phase_offset;
    uint at = place & ((1u << PHASES_LOG) - 1u);
    if (place >> PHASES_LOG != group)
        return;
    if (at == 0u) {
        layer_0 = nodes.p;
        layer_1 = nodes.q;
    } else if (at == 1u) {
        layer_2 = nodes.p;
        layer_3 = nodes.q;
    }
#if LAYERS == 8
    else if (at == 2u) {
        layer_4 = nodes.p;
        layer_5 = nodes.q;
    } else {
        layer_6 = nodes.p;
        layer_7 = nodes.q;
    }
#endif
}

void main()
{
    uint at = fragment_slot(1u << params.width_log) - params.block_first;
    uint group = group_of(at);
    uint x = at - group * params.block_stride;
    if (x >= params.pairs || group >= params.groups)
        discard;
    clear_layers();
    uint count = sort_count();
    uint side = x & 1u;
    // Phase i of this stage reads the depth of phase i + 1 of the parent.
    uint depths = ((group + 1u) << PHASES_LOG) - params.phase_offset;
    walk parent = start_pair(x >> 1u, params.stage - 1u, count);
    walk own = parent;
    uint reach = (1u << params.phases) >> 2u;
    for (uint i = 1u; i <= depths; ++i) {
        uint slot = parent_slot(x >> 1u, i, side);
        node_pair nodes = step_walk(parent, fetch_node(parent.p, reach, count),
                                    fetch_node(parent.q, reach, count),
                                    parent_slot(x >> 1u, i + 1u, 0u),
                                    parent_slot(x >> 1u, i + 1u, 1u));
        uvec4 changed = side == 0u ? nodes.p : nodes.q;
        if (i == 1u) {
            own = start_walk(changed, side == 0u ? parent.lower : parent.upper);
            nodes = node_pair(uvec4(own.lower, 0u, 0u), uvec4(own.upper, 0u, 0u));
        } else {
            uvec4 p = own.p == slot ? changed : fetch_node(own.p, reach, count);
            uvec4 q = own.q == slot ? changed : fetch_node(own.q, reach, count);
            nodes = step_walk(own, p, q, own_slot(x, i, 0u), own_slot(x, i, 1u));
        }
        write_phase(i - 1u, group, nodes);
        reach >>= 1u;
    }
}
