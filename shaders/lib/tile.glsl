// SPDX-License-Identifier: MIT
// A tile of keys in shared memory, and the steps that sort and merge it. The including
// shader defines TILE and TILE_VALUES, which is 1 if values go with the keys. It may
// define TAKE_PLACE(I, AT), which a merge calls with the place that it takes item I from.
//
// What is done to an invocation's items is written out by EACH_ITEM, with macros that
// name the items by constants: drivers that see an index, in a loop or as a parameter,
// keep a private array in memory (NVIDIA: half the speed).
#include "lib/group.glsl"

#define EACH_ITEM(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)

// One word in 32 is skipped, so that invocations whose items are 8 apart hit other banks.
#define PADDED(at) ((at) + ((at) >> 5u))

shared uint tile_keys[PADDED(TILE) + 1];
#if TILE_VALUES
shared uint tile_values[PADDED(TILE) + 1];
#endif

// The items of one invocation, in the order of its part of the tile.
uint item_keys[ITEM_COUNT];
#if TILE_VALUES
uint item_values[ITEM_COUNT];
#endif

#if TILE_VALUES
#define PUT_VALUE(AT, I) tile_values[PADDED(AT)] = item_values[I];
#define GET_VALUE(AT, I) item_values[I] = tile_values[PADDED(AT)];
#else
#define PUT_VALUE(AT, I)
#define GET_VALUE(AT, I)
#endif

// Items to and from the tile, from place `mine` on.
#define PUT_MINE(I)                                                                      \
    tile_keys[PADDED(mine + uint(I))] = item_keys[I];                                    \
    PUT_VALUE(mine + uint(I), I)
#define GET_MINE(I)                                                                      \
    item_keys[I] = tile_keys[PADDED(mine + uint(I))];                                    \
    GET_VALUE(mine + uint(I), I)

// How many of the `rank` smallest of two ascending runs in the tile come from the first.
// Equal keys come from the first run first: that is the stability of the merge.
uint tile_cut(uint first_a, uint count_a, uint first_b, uint count_b, uint rank)
{
    uint low = rank > count_b ? rank - count_b : 0u;
    uint high = min(rank, count_a);
    while (low < high) {
        uint middle = (low + high) >> 1u;
        uint a = tile_keys[PADDED(first_a + middle)];
        uint b = tile_keys[PADDED(first_b + rank - 1u - middle)];
        if (a <= b)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

#if TILE_VALUES
#define TAKE_PLACE(I, AT) item_values[I] = tile_values[PADDED(AT)];
#elif !defined(TAKE_PLACE)
#define TAKE_PLACE(I, AT)
#endif

// Merges the items from `at_a` and `at_b` on, up to `end_a` and `end_b`, into registers.
// Past both ends it repeats the last word of the tile, which the caller does not use.
void merge_items(uint at_a, uint end_a, uint at_b, uint end_b)
{
    uint last = uint(TILE) - 1u;
    uint a = tile_keys[PADDED(min(at_a, last))];
    uint b = tile_keys[PADDED(min(at_b, last))];
#define MERGE_ITEM(I)                                                                    \
    {                                                                                    \
        bool take_a = at_b >= end_b || (at_a < end_a && a <= b);                         \
        item_keys[I] = take_a ? a : b;                                                   \
        TAKE_PLACE(I, min(take_a ? at_a : at_b, last))                                   \
        if (take_a) {                                                                    \
            ++at_a;                                                                      \
            a = tile_keys[PADDED(min(at_a, last))];                                      \
        } else {                                                                         \
            ++at_b;                                                                      \
            b = tile_keys[PADDED(min(at_b, last))];                                      \
        }                                                                                \
    }
    EACH_ITEM(MERGE_ITEM)
#undef MERGE_ITEM
}
