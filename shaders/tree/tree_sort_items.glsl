// SPDX-License-Identifier: MIT
// Batcher's odd-even merge sort of blocks of the sixteen elements of tree_items.glsl.

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
