// SPDX-License-Identifier: MIT
// A tile of words in shared memory, and the steps that merge the keys in it. Values go
// through the same memory when the keys have left it: with room for both, half as many
// groups would run at once. The including shader defines TILE and TILE_GROUP, its work
// group, whose invocations have ITEM_COUNT items each.
#include "lib/group.glsl"

#define ITEMS ITEM_COUNT
#include "lib/each_item.glsl"

// One word in 32 is skipped, so that invocations whose items are 8 apart hit other banks.
#define PADDED(at) ((at) + ((at) >> 5u))

shared uint tile_words[PADDED(TILE) + 1]; // merges read one past their runs

uint item_keys[ITEMS];
uint item_places[ITEMS]; // in the tile, where a merge found the items

// Where in the tile an invocation's items are: neighbours to merge them, and striped to
// read and write memory, where neighbouring invocations should have neighbours.
#define BLOCKED(I) (gl_LocalInvocationIndex * uint(ITEMS) + uint(I))
#define STRIPED(I) (uint(I * TILE_GROUP) + gl_LocalInvocationIndex)

#define PUT_KEY(I) tile_words[PADDED(BLOCKED(I))] = item_keys[I];
#define GET_KEY(I) item_keys[I] = tile_words[PADDED(BLOCKED(I))];
#define PUT_KEY_STRIPED(I) tile_words[PADDED(STRIPED(I))] = item_keys[I];
#define GET_KEY_STRIPED(I) item_keys[I] = tile_words[PADDED(STRIPED(I))];

// How many of the `rank` smallest of two ascending runs in the tile come from the first.
// Equal keys come from the first run first: that is the stability of the merge.
uint tile_cut(uint first_a, uint count_a, uint first_b, uint count_b, uint rank)
{
    uint low = rank > count_b ? rank - count_b : 0u;
    uint high = min(rank, count_a);
    while (low < high) {
        uint middle = (low + high) >> 1u;
        uint a = tile_words[PADDED(first_a + middle)];
        uint b = tile_words[PADDED(first_b + rank - 1u - middle)];
        if (a <= b)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

// Merges the items from `at_a` and `at_b` on, up to `end_a` and `end_b`, to registers.
// Past both ends it goes on from `end_b`, with items that the caller does not use.
// Without branches, and with one read an item, it takes two thirds of the instructions.
void merge_items(uint at_a, uint end_a, uint at_b, uint end_b)
{
    uint a = tile_words[PADDED(at_a)];
    uint b = tile_words[PADDED(at_b)];
#define MERGE_ITEM(I)                                                                    \
    {                                                                                    \
        bool take_a = at_a < end_a && (at_b >= end_b || a <= b);                         \
        uint at = take_a ? at_a : at_b;                                                  \
        item_keys[I] = take_a ? a : b;                                                   \
        item_places[I] = at;                                                             \
        uint next = tile_words[PADDED(at + 1u)];                                         \
        at_a += take_a ? 1u : 0u;                                                        \
        at_b += take_a ? 0u : 1u;                                                        \
        a = take_a ? next : a;                                                           \
        b = take_a ? b : next;                                                           \
    }
    EACH_ITEM(MERGE_ITEM)
#undef MERGE_ITEM
}
