// SPDX-License-Identifier: MIT
// Reads bitonic trees in the middle of a level. Parents may already point to slots that
// the next phase will write; until then the node is at the address that the next phase
// will read.

// The current address of a node: for a slot of a block that is not written yet, the
// corresponding entry of the paths.
uint resolved(uint address)
{
    if ((address & TREE_IN_ARRAY) != 0u || address < params.nodes_end)
        return address;
    for (uint stage = 0u; stage < params.stage_count; ++stage) {
        uint first = params.stages[stage].x;
        uint end = stage + 1u < params.stage_count ? params.stages[stage + 1u].x
                                                   : params.pair_count;
        uint at = address - params.stages[stage].y;
        if (at < 2u * (end - first))
            return next_address(2u * first + at);
    }
    return address;
}

// Element of the array in the current order, which is the in-order of the subtrees of the
// latest stage. A tree that is not full has sentinels among its elements, so a peek shows
// it as it was at the beginning of the level.
uvec2 reached_element(uint position, uint count)
{
    uint tree_end = ((position >> params.level) + 1u) << params.level;
    if (tree_end > count)
        return element_at(position);
    uint x = position >> params.subtree_log;
    uint o = position & ((1u << params.subtree_log) - 1u);
    if (o == (1u << params.subtree_log) - 1u)
        return node_at(params.spares + 2u * x).xy;
    uvec4 node = node_at(params.roots + 2u * x);
    for (uint h = params.subtree_log - 1u; !is_here(o, h); --h)
        node = fetch_node(resolved(goes_right(o, h) ? node.w : node.z), (1u << h) >> 2u,
                          count);
    return node.xy;
}
