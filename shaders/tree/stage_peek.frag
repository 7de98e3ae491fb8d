// SPDX-License-Identifier: MIT
// For a peek: writes the elements in the order after a stage, which is the in-order of
// its halves. After every pass the trees are consistent: all pointers name nodes that are
// written.
//
//   reads   elements; nodes: roots, spares, and what they lead to
//   writes  elements, 16 per fragment
#include "tree/stage_textures.glsl"
#include "tree/tree_sixteen.glsl"

// A tree that is not full has sentinels among its elements, so a peek shows it as it was
// at the beginning of the level.
uvec2 reached_element(uint position, uint count)
{
    uint tree_end = ((position >> params.level) + 1u) << params.level;
    if (tree_end > count)
        return element_at(position);
    uint subtree = position >> params.subtree_log;
    uint pair = (subtree >> 1u) << NODE_LOG;
    uint side = subtree & 1u;
    uint ordinal = (position & ((1u << params.subtree_log) - 1u)) + 1u;
    uint address = params.spares + pair + side * params.spare_step;
    if (ordinal == 1u << params.subtree_log)
        return half_of(node_at(address), address);
    uvec4 node = node_at(params.roots + pair + (side << 1u));
    for (uint h = params.subtree_log - 1u; (ordinal & ((2u << h) - 1u)) != 1u << h; --h)
        node = fetch_node((ordinal >> h & 1u) != 0u ? node.w : node.z, (1u << h) >> 2u,
                          count);
    return node.xy;
}

void main()
{
    uint y = fragment_slot(1u << params.width_log) - params.target_first;
    uint first = y << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    for (int i = 0; i < 16; ++i)
        item[i] = reached_element(min(first + uint(i), count - 1u), count);
    write_items();
}
