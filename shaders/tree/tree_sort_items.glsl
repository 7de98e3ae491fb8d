// SPDX-License-Identifier: MIT
// The sixteen elements of tree_items.glsl from the caller's keys, and Batcher's odd-even
// merge sort of blocks of them.

// Positions past the end hold sentinels, as in source_element() of tree.glsl.
uvec2 load_element(uint position, uint count)
{
    return uvec2(position < count ? load_key(position) : 0xFFFFFFFFu, position);
}

// Merge pairs of sorted blocks of 2, 4 and 8 elements, as COMPARE_NEIGHBOURS those of 1.
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
        COMPARE_NEIGHBOURS
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
