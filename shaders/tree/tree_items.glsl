// SPDX-License-Identifier: MIT
// Sixteen elements in registers. Indices are constants, so that compilers keep the
// elements in registers.
#include "tree/tree_greater.glsl"

uvec2 item[16];

// The first text that names them: compilers warn of what is read before it is set.
void set_item(int i, uvec2 element)
{
    item[i] = element;
}

// Sets element i to LOAD(FIRST + i, COUNT), for all of them.
#define EACH_ITEM(LOAD, FIRST, COUNT)                                                    \
    set_item(0, LOAD(FIRST, COUNT));                                                     \
    set_item(1, LOAD(FIRST + 1u, COUNT));                                                \
    set_item(2, LOAD(FIRST + 2u, COUNT));                                                \
    set_item(3, LOAD(FIRST + 3u, COUNT));                                                \
    set_item(4, LOAD(FIRST + 4u, COUNT));                                                \
    set_item(5, LOAD(FIRST + 5u, COUNT));                                                \
    set_item(6, LOAD(FIRST + 6u, COUNT));                                                \
    set_item(7, LOAD(FIRST + 7u, COUNT));                                                \
    set_item(8, LOAD(FIRST + 8u, COUNT));                                                \
    set_item(9, LOAD(FIRST + 9u, COUNT));                                                \
    set_item(10, LOAD(FIRST + 10u, COUNT));                                              \
    set_item(11, LOAD(FIRST + 11u, COUNT));                                              \
    set_item(12, LOAD(FIRST + 12u, COUNT));                                              \
    set_item(13, LOAD(FIRST + 13u, COUNT));                                              \
    set_item(14, LOAD(FIRST + 14u, COUNT));                                              \
    set_item(15, LOAD(FIRST + 15u, COUNT));

#define COMPARATOR(A, B)                                                                 \
    if (is_greater(item[A], item[B])) {                                                  \
        uvec2 other = item[A];                                                           \
        item[A] = item[B];                                                               \
        item[B] = other;                                                                 \
    }
#define TWO_COMPARATORS(A, STRIDE)                                                       \
    COMPARATOR(A, A + STRIDE)                                                            \
    COMPARATOR(A + 1, A + 1 + STRIDE)
#define FOUR_COMPARATORS(A, STRIDE)                                                      \
    TWO_COMPARATORS(A, STRIDE)                                                           \
    TWO_COMPARATORS(A + 2, STRIDE)
#define COMPARE_NEIGHBOURS                                                               \
    COMPARATOR(0, 1) COMPARATOR(2, 3) COMPARATOR(4, 5) COMPARATOR(6, 7)                  \
    COMPARATOR(8, 9) COMPARATOR(10, 11) COMPARATOR(12, 13) COMPARATOR(14, 15)

// Sorts bitonic blocks of 1 << block_log elements.
void merge_items(uint block_log)
{
    if (block_log > 3u) {
        FOUR_COMPARATORS(0, 8)
        FOUR_COMPARATORS(4, 8)
    }
    if (block_log > 2u) {
        FOUR_COMPARATORS(0, 4)
        FOUR_COMPARATORS(8, 4)
    }
    if (block_log > 1u) {
        TWO_COMPARATORS(0, 2)
        TWO_COMPARATORS(4, 2)
        TWO_COMPARATORS(8, 2)
        TWO_COMPARATORS(12, 2)
    }
    COMPARE_NEIGHBOURS
}
