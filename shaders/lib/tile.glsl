// SPDX-License-Identifier: MIT
// A tile of words in shared memory, and functions that merge keys in it. Values, or
// positions to read elements from, use the same memory after the keys, since separate
// memory would halve the number of resident work groups. The including shader defines
// TILE and TILE_GROUP, its work group size; each invocation has ITEM_COUNT items.
#include "lib/group.glsl"

#define ITEMS ITEM_COUNT
#include "lib/each_item.glsl"

#include "lib/tile_words.glsl"

uint item_keys[ITEMS];
uint item_positions[ITEMS]; // positions in the tile from which a merge took the items

#define PUT_KEY(I) tile_words[PADDED(BLOCKED(I))] = item_keys[I];
#define GET_KEY(I) item_keys[I] = tile_words[PADDED(BLOCKED(I))];
#define PUT_KEY_STRIPED(I) tile_words[PADDED(STRIPED(I))] = item_keys[I];
#define GET_KEY_STRIPED(I) item_keys[I] = tile_words[PADDED(STRIPED(I))];

// The cut of a rank (see lib/cut.glsl) for two ascending runs in the tile. Of equal
// keys, those of the first run come first, which makes the merge stable.
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

// Merges ITEMS elements, of the first run from `at_a` and of the second run from `at_b`,
// into registers. Past both ends it continues from `end_b`, and the caller ignores these
// items. Compared with branches, this form with one read per item takes two thirds of the
// instructions.
void merge_items(uint at_a, uint end_a, uint at_b, uint end_b)
{
    uint a = tile_words[PADDED(at_a)];
    uint b = tile_words[PADDED(at_b)];
#define MERGE_ITEM(I)                                                                    \
    {                                                                                    \
        bool take_a = at_a < end_a && (at_b >= end_b || a <= b);                         \
        uint at = take_a ? at_a : at_b;                                                  \
        item_keys[I] = take_a ? a : b;                                                   \
        item_positions[I] = at;                                                          \
        uint next = tile_words[PADDED(at + 1u)];                                         \
        at_a += take_a ? 1u : 0u;                                                        \
        at_b += take_a ? 0u : 1u;                                                        \
        a = take_a ? next : a;                                                           \
        b = take_a ? b : next;                                                           \
    }
    EACH_ITEM(MERGE_ITEM)
#undef MERGE_ITEM
}
