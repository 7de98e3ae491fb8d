// SPDX-License-Identifier: MIT
// First pass: makes elements of the input keys and their indices, and sorts aligned
// blocks of 1 << block_log of them, at most 16, by Batcher's odd-even merge sort.
//
//   reads   keys_in[count]
//   writes  elements = (mapped key, index), ascending within each block; 16 per fragment
#include "shared/tree.h"
#include "lib/count.glsl"

layout(std140) uniform Params
{
    tree_io_params params;
};

#include "lib/source_texture.glsl"

bool is_greater(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}
#include "tree/tree_sixteen.glsl"

// Merges pairs of sorted blocks of 1, 2, 4 and 8 elements.
#define MERGE_ONES                                                                       \
    COMPARATOR(0, 1)                                                                     \
    COMPARATOR(2, 3)                                                                     \
    COMPARATOR(4, 5)                                                                     \
    COMPARATOR(6, 7)                                                                     \
    COMPARATOR(8, 9)                                                                     \
    COMPARATOR(10, 11)                                                                   \
    COMPARATOR(12, 13)                                                                   \
    COMPARATOR(14, 15)
#define MERGE_TWOS(A)                                                                    \
    TWO_COMPARATORS(A, 2)                                                                \
    COMPARATOR(A + 1, A + 2)
#define MERGE_FOURS(A)                                                                   \
    FOUR_COMPARATORS(A, 4)                                                               \
    TWO_COMPARATORS(A + 2, 2)                                                            \
    COMPARATOR(A + 1, A + 2)                                                             \
    COMPARATOR(A + 3, A + 4)                                                             \
    COMPARATOR(A + 5, A + 6)
#define MERGE_EIGHTS                                                                     \
    FOUR_COMPARATORS(0, 8)                                                               \
    FOUR_COMPARATORS(4, 8)                                                               \
    FOUR_COMPARATORS(4, 4)                                                               \
    TWO_COMPARATORS(2, 2)                                                                \
    TWO_COMPARATORS(6, 2)                                                                \
    TWO_COMPARATORS(10, 2)                                                               \
    COMPARATOR(1, 2)                                                                     \
    COMPARATOR(3, 4)                                                                     \
    COMPARATOR(5, 6)                                                                     \
    COMPARATOR(7, 8)                                                                     \
    COMPARATOR(9, 10)                                                                    \
    COMPARATOR(11, 12)                                                                   \
    COMPARATOR(13, 14)

void sort_items(uint block_log)
{
    if (block_log > 0u) {
        MERGE_ONES
    }
    if (block_log > 1u) {
        MERGE_TWOS(0)
        MERGE_TWOS(4)
        MERGE_TWOS(8)
        MERGE_TWOS(12)
    }
    if (block_log > 2u) {
        MERGE_FOURS(0)
        MERGE_FOURS(8)
    }
    if (block_log > 3u) {
        MERGE_EIGHTS
    }
}

// Positions past the end hold sentinels, as in source_element() of tree.glsl.
uvec2 load_element(uint position, uint count)
{
    return uvec2(position < count ? load_key(position) : 0xFFFFFFFFu, position);
}

void main()
{
    uint first = (fragment_slot(1u << params.width_log) - params.target_first)
                 << uint(SIXTEENS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    EACH_ITEM(load_element, first, count)
    sort_items(params.block_log);
    write_items();
}
