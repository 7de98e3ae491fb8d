// SPDX-License-Identifier: MIT
// Maps the input keys to ordered integers and sorts blocks of 8 elements, or WIDE of 16.
//
//   reads   keys[count], values[count] (or makes 0 .. count - 1, or 0)
//   writes  elements[count], ascending within each block; one texel of all layers per
//           fragment
#ifndef REPAIR
#define REPAIR 0
#endif
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { array_params params; };

#include "lib/source_texture.glsl"

#if !REPAIR
#if WIDE
#define ITEMS_LOG WIDE_TEXEL_ITEMS_LOG
#else
#define ITEMS_LOG TEXEL_ITEMS_LOG
#endif
#endif
#if REPAIR
#include "abisort/elements.glsl"
#endif
#include "abisort/items.glsl"

#if REPAIR
// The element that was at this position in the last order, with its key of now.
uvec2 load_last(uint position, uint last, uint count)
{
    bool is_first = (params.io.flags & ARRAY_FIRST) != 0u;
    uint element = is_first ? position : last;
    uint key = load_key(position < count ? element : 0u);
    return position < count ? uvec2(key, element) : uvec2(0xFFFFFFFFu, position);
}
#endif

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

#if REPAIR
// Batcher's odd-even merges. No two elements are equal, so this is stable.
#define COMPARATOR(A, B)                                                                 \
    {                                                                                    \
        bool is_ordered = precedes(item[A], item[B]);                                    \
        uvec2 other = item[A];                                                           \
        item[A] = is_ordered ? other : item[B];                                          \
        item[B] = is_ordered ? item[B] : other;                                          \
    }
#define SORT_EIGHT(A, B, C, D, E, F, G, H)                                               \
    COMPARATOR(A, B) COMPARATOR(C, D) COMPARATOR(E, F) COMPARATOR(G, H)                  \
    COMPARATOR(A, C) COMPARATOR(B, D) COMPARATOR(E, G) COMPARATOR(F, H)                  \
    COMPARATOR(B, C) COMPARATOR(F, G)                                                    \
    COMPARATOR(A, E) COMPARATOR(B, F) COMPARATOR(C, G) COMPARATOR(D, H)                  \
    COMPARATOR(C, E) COMPARATOR(D, F)                                                    \
    COMPARATOR(B, C) COMPARATOR(D, E) COMPARATOR(F, G)
#else
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

#endif

#if REPAIR
#define LOAD(I)                                                                          \
    {                                                                                    \
        uvec4 two = texelFetch(elements_texture, ivec3(texel, I / 2), 0);                \
        item[I] = load_last(first + uint(I), I % 2 == 0 ? two.y : two.w, count);         \
    }
#else
#define LOAD(I) item[I] = load_element(first + uint(I), count);
#endif

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(ITEMS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;

    uvec2 item[1 << ITEMS_LOG];
#if REPAIR
    ivec2 texel = texel_of(first >> uint(ITEMS_LOG), params.width_log);
    EACH_ITEM(LOAD)
    SORT_EIGHT(0, 1, 2, 3, 4, 5, 6, 7)
#if WIDE
    SORT_EIGHT(8, 9, 10, 11, 12, 13, 14, 15)
    COMPARATOR(0, 8) COMPARATOR(1, 9) COMPARATOR(2, 10) COMPARATOR(3, 11)
    COMPARATOR(4, 12) COMPARATOR(5, 13) COMPARATOR(6, 14) COMPARATOR(7, 15)
    COMPARATOR(4, 8) COMPARATOR(5, 9) COMPARATOR(6, 10) COMPARATOR(7, 11)
    COMPARATOR(2, 4) COMPARATOR(3, 5) COMPARATOR(6, 8) COMPARATOR(7, 9)
    COMPARATOR(10, 12) COMPARATOR(11, 13)
    COMPARATOR(1, 2) COMPARATOR(3, 4) COMPARATOR(5, 6) COMPARATOR(7, 8)
    COMPARATOR(9, 10) COMPARATOR(11, 12) COMPARATOR(13, 14)
#endif
#else
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
#endif
    write_items(item);
}
