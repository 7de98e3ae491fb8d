// SPDX-License-Identifier: MIT
// Ends a level: flattens subtrees of 1 << block_log elements, and sorts each of them by a
// bitonic merge in shared memory, which gives the level's runs as an array. Subtree x
// holds the elements that belong at positions x << block_log and up, so subtrees are
// written in their order.
//
//   reads   elements_in, nodes_in: root `roots + x`, spare `spares + x`
//   writes  elements_out[count]
//   grid    ceil(count / TREE_TILE) work groups of TREE_TILE_GROUP
//
// roots == spares: no stage ran, and the subtrees are whole trees in the source array.
#include "tree/tree_storage.glsl"
#include "tree/tree_tile.glsl"

layout(local_size_x = TREE_TILE_GROUP) in;

layout(std430, binding = TREE_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uvec2 elements_out[];
};

uvec2 bitonic_element(uint position, uint count)
{
    if (params.roots == params.spares)
        return source_element(mirrored_position(position), count);
    uint x = position >> params.block_log;
    uint o = position & ((1u << params.block_log) - 1u);
    return subtree_element(params.roots + x, params.spares + x, params.block_log, o,
                           count);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint first = group_index() * uint(TREE_TILE);
    uint count = sort_count();
    // Subtrees that hold no real element were never written.
    uint end = (((count - 1u) >> params.block_log) + 1u) << params.block_log;
    for (uint i = lane; i < uint(TREE_TILE); i += uint(TREE_TILE_GROUP))
        tile[i] = first + i < end ? bitonic_element(first + i, count)
                                  : uvec2(0xFFFFFFFFu, first + i);
    group_sync();
    merge_tile((1u << params.block_log) >> 1u);
    for (uint i = lane; i < uint(TREE_TILE); i += uint(TREE_TILE_GROUP)) {
        if (first + i < count)
            elements_out[first + i] = tile[i];
    }
}
