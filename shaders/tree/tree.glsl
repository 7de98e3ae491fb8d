// SPDX-License-Identifier: MIT
// Bitonic trees of GPU-ABiSort (Gress and Zachmann 2006; Zachmann, "Adaptive Bitonic
// Sorting"): one phase of the construction of La and Ua, the lower and the upper half of
// a bitonic sequence a, on a pair of nodes; and descents from a root to an element.
//
// A tree of 2^level elements holds a bitonic sequence in in-order; its last element is
// the spare node. Initially all nodes are implicit in the source array, where the first
// run of each pair is read ascending and the second one mirrored. A phase writes its two
// nodes to new slots of the node stream. In all phases but the first of a stage, their
// parents already point to these slots.
//
// The including shader defines element_at(position), node_at(slot), path_at(pair, slot)
// and the uniform block `params` of tree_params. A node's `reach` is its distance to both
// of its children while they are in the source array: half of 1 << height, 0 for leaves.

#include "tree/tree_greater.glsl"

// Positions past the end hold sentinels, which are larger than all elements: they have
// the largest key, and their indices are larger.
uvec2 source_element(uint position, uint count)
{
    return position < count ? element_at(position) : uvec2(0xFFFFFFFFu, position);
}

// Array position of element `at` of the bitonic sequences, tree after tree.
uint mirrored_position(uint at)
{
    uint run_log = params.level - 1u;
    uint flipped = (1u << run_log) - 1u;
    return at ^ (flipped & (0u - (at >> run_log & 1u)));
}

// A node is (key, index, left, right).
uvec4 fetch_node(uint address, uint reach, uint count)
{
    if ((address & TREE_IN_ARRAY) == 0u)
        return node_at(address);
    return uvec4(source_element(mirrored_position(address & ~TREE_IN_ARRAY), count),
                 address - reach, address + reach);
}

struct phase_result {
    uvec4 first; // root, or p
    uvec4 second; // spare, or q
    uvec2 next; // addresses that the next phase reads: the children before they change
};

phase_result start_stage(uvec4 root, uvec4 spare, uint children)
{
    phase_result result;
    result.next = root.zw;
    if (is_greater(root.xy, spare.xy)) {
        result.next = uvec2(root.w, root.z);
        uvec2 element = root.xy;
        root.xy = spare.xy;
        spare.xy = element;
    }
    result.first = uvec4(root.xy, children, children + 1u);
    result.second = uvec4(spare.xy, 0u, 0u);
    return result;
}

phase_result step_down(uvec4 p, uvec4 q, uint children, bool last)
{
    phase_result result;
    bool swap = is_greater(p.xy, q.xy);
    if (swap) {
        // Exchanges the elements and the left children, and descends to the right.
        uvec3 kept = p.xyz;
        p.xyz = q.xyz;
        q.xyz = kept;
        result.next = uvec2(p.w, q.w);
    } else {
        result.next = uvec2(p.z, q.z);
    }
    if (!last) {
        if (swap) {
            p.w = children;
            q.w = children + 1u;
        } else {
            p.z = children;
            q.z = children + 1u;
        }
    }
    result.first = p;
    result.second = q;
    return result;
}

// Phase 0 of pair x of a stage, whose roots and spares begin at data.z and data.w; those
// of stage 0 are in the source array.
phase_result start_pair(uint x, uint stage, uvec4 data, uint children, uint count)
{
    if (stage > 0u)
        return start_stage(node_at(data.z + x), node_at(data.w + x), children);
    uint end = (x + 1u) << params.level;
    uint run = 1u << (params.level - 1u);
    // The children of the spare are never read.
    return start_stage(fetch_node((end - run - 1u) | TREE_IN_ARRAY, run >> 1u, count),
                       fetch_node((end - 1u) | TREE_IN_ARRAY, 0u, count), children);
}

// A later phase, on the nodes at the addresses of the path; leaves have height 0.
phase_result step_pair(uvec2 path, uint height, uint children, uint count)
{
    uint reach = (1u << height) >> 1u;
    return step_down(fetch_node(path.x, reach, count), fetch_node(path.y, reach, count),
                     children, height == 0u);
}

// Computes the phase of pair `pair` of this step.
phase_result run_phase(uint pair, uint count)
{
    uint stage = 0u;
    for (uint i = 1u; i < params.stage_count; ++i) {
        if (pair >= params.stages[i].x)
            stage = i;
    }
    uvec4 data = params.stages[stage];
    uint x = pair - data.x;
    uint phase = params.first_phase - 2u * stage;
    uint depth = params.first_stage + stage + phase;
    uint children = data.y + 2u * x;
    if (phase == 0u)
        return start_pair(x, depth, data, children, count);
    return step_pair(path_at(pair, data.z + 2u * x), params.level - 1u - depth, children,
                     count);
}

// The descent from the root of a subtree to element `o`: whether it ends at the node at
// height h, and otherwise whether it continues to the right.
bool is_here(uint o, uint h)
{
    return ((o + 1u) & ((2u << h) - 1u)) == 1u << h;
}

bool goes_right(uint o, uint h)
{
    return ((o + 1u) >> h & 1u) != 0u;
}

// Element `o` in in-order of the subtree of 2^height elements with this root and spare.
uvec2 subtree_element(uint root, uint spare, uint height, uint o, uint count)
{
    if (o == (1u << height) - 1u)
        return node_at(spare).xy;
    uvec4 node = node_at(root);
    for (uint h = height - 1u; !is_here(o, h); --h)
        node = fetch_node(goes_right(o, h) ? node.w : node.z, (1u << h) >> 2u, count);
    return node.xy;
}
