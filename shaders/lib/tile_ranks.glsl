// SPDX-License-Identifier: MIT
// Ranks each element of a small tile among all: how many elements are before it. An
// enumeration sort counts them by comparing all pairs (rank/rank_all.comp). Here the tile
// is sorted that way, and then a search finds, for every element outside the tile, the
// first one of the tile that comes after it. With n elements in all and t in the tile,
// n log t steps replace n t comparisons.
//
// The including shader has work groups of RANK_TILE_GROUP and defines QUADS, the most
// quads of keys that an invocation has. It calls share_quads() and sort_tile(), sets the
// quads, and calls count_quad() for each. After the next group_sync(), rank_of(lane) is
// the rank of element `lane` of the tile. Keys are ordered integers.
#include "shared/rank.h"
#include "lib/group.glsl"

#define LARGEST_KEY 0xFFFFFFFFu

// The keys that this invocation counts: quads of consecutive elements. Neighbouring
// invocations have neighbouring quads, so that their reads share cache lines, and with
// few more quads than invocations most invocations have one.
uvec4 quads[QUADS];
uint own_quads = 0u;

void share_quads(uint count)
{
    own_quads = (count + uint(4 * RANK_TILE_GROUP - 1)) / uint(4 * RANK_TILE_GROUP);
}

// The first element of a quad.
uint element_of(uint i)
{
    return 4u * (gl_LocalInvocationIndex + i * uint(RANK_TILE_GROUP));
}

// The keys of the tile, and the place of each among the sorted ones. Then the sorted ones
// as a search tree, but for the last: the root is word 1, and the children of word i are
// words 2 i and 2 i + 1, so a level of up to 32 words has no two in one bank.
shared uint tile_keys[RANK_TILE_MOST];
shared uint tile_places[RANK_TILE_MOST];
shared uint tile_tree[RANK_TILE_MOST];
shared uint tile_last;
// counts_after[i], i > 0: how many `live` elements (see count_quad()) outside the tile
// have i of the tile before them. counts_before: how many have none, in 32 partial counts
// by lane.
shared uint counts_after[RANK_TILE_MOST];
shared uint counts_before[32];

// Compares the keys of the tile with each other. Their number, `tile`, is a power of two.
// Each slice of `tile` invocations compares all keys with a part of them.
void place_tile(uint tile)
{
    uint part = tile / (uint(RANK_TILE_GROUP) / tile) + 1u;
    uint at = gl_LocalInvocationIndex & (tile - 1u);
    uint first = gl_LocalInvocationIndex / tile * part;
    uint key = tile_keys[at];
    uint before = 0u;
    for (uint i = first; i < min(first + part, tile); ++i)
        before += tile_keys[i] < key || (tile_keys[i] == key && i < at) ? 1u : 0u;
    if (before > 0u)
        atomicAdd(tile_places[at], before);
}

// `key`: of element gl_LocalInvocationIndex of the tile; LARGEST_KEY if there is none.
void sort_tile(uint tile, uint key)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < tile) {
        tile_keys[lane] = key;
        tile_places[lane] = 0u;
        counts_after[lane] = 0u;
    }
    if (lane < 32u)
        counts_before[lane] = 0u;
    group_sync();
    place_tile(tile);
    group_sync();
    uint next = lane < tile ? tile_places[lane] + 1u : 0u; // the place after it
    if (next == tile) {
        tile_last = key;
    } else if (next > 0u) {
        uint height = uint(findLSB(next));
        tile_tree[(tile / 2u >> height) + (next >> (height + 1u))] = key;
    }
    group_sync();
}

// For each of four keys: how many keys of the tile, without its last one, are less.
uvec4 search_tile(uint tile, uvec4 keys)
{
    uvec4 at = uvec4(1u);
    for (uint width = 1u; width < tile; width *= 2u) {
        uvec4 probes =
            uvec4(tile_tree[at.x], tile_tree[at.y], tile_tree[at.z], tile_tree[at.w]);
        at = 2u * at + uvec4(lessThan(probes, keys));
    }
    return at - uvec4(tile);
}

void count_place(uint place, bool counts, inout uint before)
{
    if (counts && place == 0u)
        ++before;
    else if (counts)
        atomicAdd(counts_after[place], 1u);
}

// Counts those of four elements that are `live` and outside the tile, which begins with
// element `own`, a multiple of 4. Of equal keys, an element of the tile is before one
// that follows the tile. That one therefore searches for the key after its own; the
// largest key has none after it.
void count_quad(uint tile, uint own, uint element, uvec4 keys, bvec4 live)
{
    if (element - own < tile)
        return;
    uvec4 searched = keys + (element >= own ? 1u : 0u);
    bvec4 before_last = lessThanEqual(searched, uvec4(tile_last));
    bvec4 wrapped = lessThan(searched, keys);
    uvec4 places = search_tile(tile, searched);
    uint before = 0u;
#define COUNT_PLACE(C)                                                                   \
    count_place(places.C, live.C && before_last.C && !wrapped.C, before);
    COUNT_PLACE(x)
    COUNT_PLACE(y)
    COUNT_PLACE(z)
    COUNT_PLACE(w)
    if (before > 0u)
        atomicAdd(counts_before[gl_LocalInvocationIndex % 32u], before);
}

uint rank_of(uint at)
{
    uint place = tile_places[at];
    uint rank = place;
    for (uint i = 0u; i < 32u; ++i)
        rank += counts_before[i];
    // Four at a time, whose reads do not wait for each other: factors, since a condition
    // may become a branch around its read. Word 0 is 0.
    for (uint i = 0u; i <= place; i += 4u) {
        rank += counts_after[i];
        rank += uint(i + 1u <= place) * counts_after[i + 1u];
        rank += uint(i + 2u <= place) * counts_after[i + 2u];
        rank += uint(i + 3u <= place) * counts_after[i + 3u];
    }
    return rank;
}
