// SPDX-License-Identifier: MIT
// Sorts aligned blocks of 1 << block_log elements by Batcher's network in shared memory:
// the initial runs of the first tree level, or the whole array.
//
//   reads   elements_in[count]
//   writes  elements_out[count], ascending within each block
//   grid    ceil(count / TREE_TILE) work groups of TREE_TILE_GROUP
#include "tree/tree_storage.glsl"
#include "tree/tree_tile.glsl"

layout(local_size_x = TREE_TILE_GROUP) in;

layout(std430, binding = TREE_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uvec2 elements_out[];
};

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint first = group_index() * uint(TREE_TILE);
    uint count = sort_count();
    for (uint i = lane; i < uint(TREE_TILE); i += uint(TREE_TILE_GROUP))
        tile[i] = source_element(first + i, count);
    group_sync();
    for (uint run = 1u; run < 1u << params.block_log; run <<= 1u) {
        fold_tile(run);
        merge_tile(run >> 1u);
    }
    for (uint i = lane; i < uint(TREE_TILE); i += uint(TREE_TILE_GROUP)) {
        if (first + i < count)
            elements_out[first + i] = tile[i];
    }
}
