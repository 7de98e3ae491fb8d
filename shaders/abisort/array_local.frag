// SPDX-License-Identifier: MIT
// Maps the input keys to ordered integers and sorts blocks of 8 elements, or WIDE of 16.
//
//   reads   keys[count], values[count] (or makes 0 .. count - 1, or 0)
//   writes  elements[count], ascending within each block; one texel of all layers per
//           fragment
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { array_params params; };

#include "lib/source_texture.glsl"

#if WIDE
#define ITEMS_LOG WIDE_TEXEL_ITEMS_LOG
#else
#define ITEMS_LOG TEXEL_ITEMS_LOG
#endif
#include "abisort/items.glsl"

uvec2 load_element(uint position, uint count)
{
    // Positions past the end get the largest key, which stays after all keys of the
    // input.
    uvec2 element = uvec2(0xFFFFFFFFu, 0u);
    if (position < count) {
        element.x = load_key(position);
        element.y = load_value(position);
    }
    return element;
}

uint compared(uint key)
{
    return key & params.io.key_mask;
}

#define COMPARATOR(A, B)                                                                 \
    if (compared(item[A].x) > compared(item[B].x)) {                                     \
        uvec2 other = item[A];                                                           \
        item[A] = item[B];                                                               \
        item[B] = other;                                                                 \
    }
// Odd-even transposition sort: only neighbours are exchanged, and only if strictly out of
// order, so it is stable. Two of its rounds.
#if WIDE
#define TWO_ROUNDS                                                                       \
    COMPARATOR(0, 1)                                                                     \
    COMPARATOR(2, 3)                                                                     \
    COMPARATOR(4, 5)                                                                     \
    COMPARATOR(6, 7)                                                                     \
    COMPARATOR(8, 9)                                                                     \
    COMPARATOR(10, 11)                                                                   \
    COMPARATOR(12, 13)                                                                   \
    COMPARATOR(14, 15)                                                                   \
    COMPARATOR(1, 2)                                                                     \
    COMPARATOR(3, 4)                                                                     \
    COMPARATOR(5, 6)                                                                     \
    COMPARATOR(7, 8)                                                                     \
    COMPARATOR(9, 10)                                                                    \
    COMPARATOR(11, 12)                                                                   \
    COMPARATOR(13, 14)
#else
#define TWO_ROUNDS                                                                       \
    COMPARATOR(0, 1)                                                                     \
    COMPARATOR(2, 3)                                                                     \
    COMPARATOR(4, 5)                                                                     \
    COMPARATOR(6, 7)                                                                     \
    COMPARATOR(1, 2)                                                                     \
    COMPARATOR(3, 4)                                                                     \
    COMPARATOR(5, 6)
#endif

#define LOAD(I) item[I] = load_element(first + uint(I), count);

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(ITEMS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;

    uvec2 item[1 << ITEMS_LOG];
    EACH_ITEM(LOAD)
    TWO_ROUNDS
    TWO_ROUNDS
    TWO_ROUNDS
    TWO_ROUNDS
#if WIDE
    TWO_ROUNDS
    TWO_ROUNDS
    TWO_ROUNDS
    TWO_ROUNDS
#endif
    write_items(item);
}
