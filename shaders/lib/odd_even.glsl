// SPDX-License-Identifier: MIT
// Odd-even transposition sort of 8 elements: only neighbours are exchanged, by the
// COMPARATOR of the including shader, and only if strictly out of order, so it is stable;
// networks with fewer comparators are not.
#define ODD_EVEN_ROUND                                                                   \
    COMPARATOR(0, 1) COMPARATOR(2, 3) COMPARATOR(4, 5) COMPARATOR(6, 7)                  \
    COMPARATOR(1, 2) COMPARATOR(3, 4) COMPARATOR(5, 6)
#define ODD_EVEN_SORT ODD_EVEN_ROUND ODD_EVEN_ROUND ODD_EVEN_ROUND ODD_EVEN_ROUND
