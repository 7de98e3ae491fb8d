// SPDX-License-Identifier: MIT
// Comparators on the 8 elements of a fragment in the packed form.
#include "bitonic/bitonic_pair.glsl"

#include "lib/eight_targets.glsl"

#define COMPARE(A, B)                                                                    \
    if (is_after(item[A].x, item[A].y, item[B].x, item[B].y) != descending) {            \
        uvec2 other = item[A];                                                           \
        item[A] = item[B];                                                               \
        item[B] = other;                                                                 \
    }

#define CLEAN_4 COMPARE(0, 4) COMPARE(1, 5) COMPARE(2, 6) COMPARE(3, 7)
#define CLEAN_2 COMPARE(0, 2) COMPARE(1, 3) COMPARE(4, 6) COMPARE(5, 7)
#define CLEAN_1 COMPARE(0, 1) COMPARE(2, 3) COMPARE(4, 5) COMPARE(6, 7)
