// SPDX-License-Identifier: MIT
// Sorts each tile in shared memory: the runs that the merges start from, or all there is.
// Chunks of 64 neighbours go through a bitonic network in registers; then every element
// finds its own place in the merge of two runs: its rank in its run, and in the other one
// by a search. Merging by ranks: N. Satish, M. Harris and M. Garland, "Designing
// Efficient Sorting Algorithms for Manycore GPUs", 2009.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending within each tile
//   grid    ceil(count / tile) work groups; more of them find nothing to do
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#include "lib/extensions.glsl"
#include "shared/array.h"
#include "lib/count.glsl"
#include "lib/subgroup.glsl"

#define TILE (2 * GROUP)

layout(local_size_x = GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
#include "lib/io.glsl"

// Two halves take turns: a merge reads one and writes the other. With values, a key is
// followed, a tile further on, by the place that its element had in the tile.
#if WITH_VALUES
#define HALF (2 * TILE)
#else
#define HALF TILE
#endif
shared uint tile_words[2 * HALF];

uint half_at = 0u; // first word of the half that is read
uint tile_first = 0u;
uint tile_end = 0u;

// An invocation's two elements. In the network they are neighbours; in memory and in the
// merges, what neighbouring invocations have are.
uint keys[2] = uint[2](0u, 0u);
uint places[2] = uint[2](0u, 0u);
#define EACH_ITEM(F) F(0) F(1)
#define PLACE(I) (CHUNK_FIRST * 2u + uint(I) * CHUNK_WIDTH + LANE)

// ---- memory ---------------------------------------------------------------------------

// Past the end the largest key: behind every key of the input, by the order of places.
#define LOAD_KEY(I)                                                                      \
    places[I] = PLACE(I);                                                                \
    keys[I] = 0xFFFFFFFFu;                                                               \
    if (tile_first + PLACE(I) < tile_end)                                                \
        keys[I] = load_key(tile_first + PLACE(I));

#if WITH_VALUES
// Past the end anything, which goes nowhere.
uint value_at(uint at)
{
    uint value = at;
    if (!makes_indices() && at < tile_end)
        value = source_value(at);
    return value;
}
#endif

void put_key(uint place, uint key)
{
    uint at = tile_first + place;
    if (at < tile_end && writes_keys())
        store_key(at, key);
}

#if WITH_VALUES
void put_value(uint place, uint value)
{
    if (tile_first + place < tile_end)
        store_value(tile_first + place, value);
}
#endif

// ---- the network ----------------------------------------------------------------------

// Of equal keys the one that was first comes first, which makes all elements distinct.
bool is_after(uint key, uint place, uint other_key, uint other_place)
{
#if WITH_VALUES
    return key > other_key || (key == other_key && place > other_place);
#else
    return key > other_key;
#endif
}

void compare_own()
{
    bool swap = is_after(keys[0], places[0], keys[1], places[1]);
    uint key = keys[0];
    uint place = places[0];
    keys[0] = swap ? keys[1] : key;
    keys[1] = swap ? key : keys[1];
    places[0] = swap ? places[1] : place;
    places[1] = swap ? place : places[1];
}

// Keeps the smaller element of two in the lower lane of a comparator.
#define KEEP(I, OTHER_KEY, OTHER_PLACE)                                                  \
    {                                                                                    \
        bool takes = is_after(keys[I], places[I], OTHER_KEY, OTHER_PLACE) == is_lower;   \
        keys[I] = takes ? OTHER_KEY : keys[I];                                           \
        places[I] = takes ? OTHER_PLACE : places[I];                                     \
    }

#if SUBGROUPS
#define SHOW_ITEMS
#define KEY_OF_LANE(I, MASK) subgroupShuffleXor(keys[I], uint(MASK))
#define PLACE_OF_LANE(I, MASK) subgroupShuffleXor(places[I], uint(MASK))
#else
// Each invocation shows its words in rows of the tile.
#define SHOWN(ROW, MASK)                                                                 \
    tile_words[uint((ROW) * GROUP) + (gl_LocalInvocationIndex ^ uint(MASK))]
#define SHOW_ITEMS show_items();
#define KEY_OF_LANE(I, MASK) SHOWN(I, MASK)
#define PLACE_OF_LANE(I, MASK) SHOWN(2 + I, MASK)
#define SHOW_KEY(I) SHOWN(I, 0) = keys[I];
#define SHOW_PLACE(I) SHOWN(2 + I, 0) = places[I];

void show_items()
{
    group_sync();
    EACH_ITEM(SHOW_KEY)
#if WITH_VALUES
    EACH_ITEM(SHOW_PLACE)
#endif
    group_sync();
}
#endif
#if !WITH_VALUES
#undef PLACE_OF_LANE
#define PLACE_OF_LANE(I, MASK) 0u
#endif

// Comparators with the lane that MASK leads to. SOURCE_I: its item that meets item I.
#define COMPARE_LANES(MASK, LOW_BIT, SOURCE_0, SOURCE_1)                                 \
    {                                                                                    \
        SHOW_ITEMS                                                                       \
        bool is_lower = (LANE & uint(LOW_BIT)) == 0u;                                    \
        uint key_0 = KEY_OF_LANE(SOURCE_0, MASK);                                        \
        uint key_1 = KEY_OF_LANE(SOURCE_1, MASK);                                        \
        uint place_0 = PLACE_OF_LANE(SOURCE_0, MASK);                                    \
        uint place_1 = PLACE_OF_LANE(SOURCE_1, MASK);                                    \
        KEEP(0, key_0, place_0)                                                          \
        KEEP(1, key_1, place_1)                                                          \
    }
// A column whose comparators span as many lanes.
#define CLEAN(LANES) COMPARE_LANES(LANES, LANES, 0, 1)
// The first column of a merge of blocks of as many lanes: the last of one meets the first
// of the other, so that all comparators of the network point one way.
#define MIRROR(LANES) COMPARE_LANES(2 * LANES - 1, LANES, 1, 0)

void sort_chunk()
{
    compare_own();
    MIRROR(1)
    compare_own();
    MIRROR(2) CLEAN(1)
    compare_own();
    MIRROR(4) CLEAN(2) CLEAN(1)
    compare_own();
    MIRROR(8) CLEAN(4) CLEAN(2) CLEAN(1)
    compare_own();
    MIRROR(16) CLEAN(8) CLEAN(4) CLEAN(2) CLEAN(1)
    compare_own();
}

// ---- merges by ranks ------------------------------------------------------------------

#define PUT_ITEM(I, AT)                                                                  \
    tile_words[half_at + (AT)] = keys[I];                                                \
    PUT_PLACE(I, AT)
#if WITH_VALUES
#define PUT_PLACE(I, AT) tile_words[half_at + uint(TILE) + (AT)] = places[I];
#define GET_PLACE(I) places[I] = tile_words[half_at + uint(TILE) + PLACE(I)];
#else
#define PUT_PLACE(I, AT)
#define GET_PLACE(I)
#endif
#define GET_ITEM(I)                                                                      \
    keys[I] = tile_words[half_at + PLACE(I)];                                            \
    GET_PLACE(I)

void put_chunk()
{
    uint at = INDEX_IN_GROUP * 2u;
#if !SUBGROUPS
    group_sync();
#endif
    PUT_ITEM(0, at)
    PUT_ITEM(1, at + 1u)
    group_sync();
}

// One step of both searches in the run's sibling: for elements of a first run they count
// what is smaller there, for those of a second one also what is equal.
#define COUNT(I, STEP, BELOW)                                                            \
    at[I] += tile_words[at[I] + uint(STEP - 1)] BELOW keys[I] ? uint(STEP) : 0u;
#define STEP_OF(STEP, BELOW) COUNT(0, STEP, BELOW) COUNT(1, STEP, BELOW)
// All steps in a run of so many, and one more, since there is one outcome more.
// Written out, since a constant step saves the loop and an addition.
#define SEARCH_64(BELOW)                                                                 \
    STEP_OF(32, BELOW)                                                                   \
    STEP_OF(16, BELOW)                                                                   \
    STEP_OF(8, BELOW)                                                                    \
    STEP_OF(4, BELOW)                                                                    \
    STEP_OF(2, BELOW)                                                                    \
    STEP_OF(1, BELOW)                                                                    \
    STEP_OF(1, BELOW)
#define SEARCH_128(BELOW) STEP_OF(64, BELOW) SEARCH_64(BELOW)
#define SEARCH_256(BELOW) STEP_OF(128, BELOW) SEARCH_128(BELOW)
#define SEARCH_512(BELOW) STEP_OF(256, BELOW) SEARCH_256(BELOW)
#define SEARCH_1024(BELOW) STEP_OF(512, BELOW) SEARCH_512(BELOW)

// Both elements are in the same run. A sync must follow.
#define MERGE_RUNS(RUN, SEARCH)                                                          \
    {                                                                                    \
        EACH_ITEM(GET_ITEM)                                                              \
        uint sibling = half_at + ((PLACE(0) ^ uint(RUN)) & ~uint(RUN - 1));              \
        uint at[2] = uint[2](sibling, sibling);                                          \
        if ((PLACE(0) & uint(RUN)) != 0u) {                                              \
            SEARCH(<=)                                                                   \
        } else {                                                                         \
            SEARCH(<)                                                                    \
        }                                                                                \
        uint pair = (PLACE(0) & ~uint(2 * RUN - 1)) - sibling;                           \
        uint rank_0 = pair + (PLACE(0) & uint(RUN - 1)) + at[0];                         \
        uint rank_1 = pair + (PLACE(1) & uint(RUN - 1)) + at[1];                         \
        half_at ^= uint(HALF);                                                           \
        PUT_ITEM(0, rank_0)                                                              \
        PUT_ITEM(1, rank_1)                                                              \
    }

// A short tile is in order as soon as a run is as long.
void merge_all(uint count)
{
    if (count > 64u) {
        MERGE_RUNS(64, SEARCH_64)
        group_sync();
    }
    if (count > 128u) {
        MERGE_RUNS(128, SEARCH_128)
        group_sync();
    }
    if (count > 256u) {
        MERGE_RUNS(256, SEARCH_256)
        group_sync();
    }
#if GROUP >= 512
    if (count > 512u) {
        MERGE_RUNS(512, SEARCH_512)
        group_sync();
    }
#endif
#if GROUP >= 1024
    if (count > 1024u) {
        MERGE_RUNS(1024, SEARCH_1024)
        group_sync();
    }
#endif
}

// ---- the tile -------------------------------------------------------------------------

void sort_tile()
{
#if WITH_VALUES
    uint value_0 = value_at(tile_first + PLACE(0));
    uint value_1 = value_at(tile_first + PLACE(1));
#endif
    EACH_ITEM(LOAD_KEY)
    sort_chunk();
    put_chunk();
    merge_all(tile_end - tile_first);
    EACH_ITEM(GET_ITEM)
    put_key(PLACE(0), keys[0]);
    put_key(PLACE(1), keys[1]);
#if WITH_VALUES
    half_at ^= uint(HALF);
    tile_words[half_at + PLACE(0)] = value_0;
    tile_words[half_at + PLACE(1)] = value_1;
    group_sync();
    put_value(PLACE(0), tile_words[half_at + places[0]]);
    put_value(PLACE(1), tile_words[half_at + places[1]]);
#endif
}

void main()
{
    uint count = sort_count();
    uint tiles = (count + uint(TILE - 1)) / uint(TILE);
    tile_first = min(group_index(), tiles) * uint(TILE);
    tile_end = min(tile_first + uint(TILE), count);
    if (tile_first < count)
        sort_tile();
}
