// SPDX-License-Identifier: MIT
// A tile of elements in shared memory, and columns of Batcher's network on it. The size
// of a block is a power of two, and no block crosses a tile.

shared uvec2 tile[TREE_TILE];

void comparator(uint low, uint high)
{
    uvec2 a = tile[low];
    uvec2 b = tile[high];
    if (is_greater(a, b)) {
        tile[low] = b;
        tile[high] = a;
    }
}

// Half-cleaners of strides first_stride, ..., 2, 1: sorts bitonic blocks of twice
// first_stride.
void merge_tile(uint first_stride)
{
    for (uint stride = first_stride; stride > 0u; stride >>= 1u) {
        for (uint i = gl_LocalInvocationIndex; i < uint(TREE_TILE) / 2u;
             i += uint(TREE_TILE_GROUP)) {
            uint low = ((i & ~(stride - 1u)) << 1u) | (i & (stride - 1u));
            comparator(low, low + stride);
        }
        group_sync();
    }
}

// The first column of a merge of two ascending runs, of which the second is read
// mirrored.
void fold_tile(uint run)
{
    for (uint i = gl_LocalInvocationIndex; i < uint(TREE_TILE) / 2u;
         i += uint(TREE_TILE_GROUP)) {
        uint base = (i & ~(run - 1u)) << 1u;
        uint at = i & (run - 1u);
        comparator(base + at, base + 2u * run - 1u - at);
    }
    group_sync();
}
