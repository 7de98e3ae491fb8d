// SPDX-License-Identifier: MIT
// Sorts each tile in shared memory: the initial runs of the merges, or the whole array. A
// bitonic network sorts chunks of 64 neighbours, with SUBGROUPS in registers alone. Then
// runs are merged by rank: an element's rank in the merged run is its rank in its own run
// plus its rank in the other one, found by binary search. N. Satish, M. Harris and M.
// Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1); COMPUTED: what
//           order/computed_keys.glsl reads
//   writes  keys_out[count], values_out[count], ascending within each tile; COMPUTED:
//           also totals[view]
//   grid    ceil(count / TILE) work groups of GROUP; further groups do nothing
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#include "lib/extensions.glsl"
#include "shared/rank.h"
#if COMPUTED
#include "shared/order.h"
#endif
#include "lib/count.glsl"
#include "lib/subgroup.glsl"

#define TILE (2 * GROUP)

layout(local_size_x = GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    rank_params params;
#if COMPUTED
    order_params order;
#endif
};
#if COMPUTED
#include "order/computed_keys.glsl"
#endif
#include "lib/io.glsl"

// Two halves, used as ping-pong buffers: a merge reads one and writes the other. Each
// half has the keys, of two words the high ones, with values also the position that each
// element had in the tile, and last the low words.
#define HALF ((KEY_WORDS + WITH_VALUES) * TILE)
#define LOW_WORDS (HALF - TILE)
shared uint tile_words[2 * HALF];

uint half_at = 0u; // first word of the half that is read
uint tile_first = 0u;
uint tile_end = 0u;

// ---- memory ---------------------------------------------------------------------------

#if WITH_VALUES
// Past the end the result is not written.
uint value_at(uint at)
{
    uint value = at;
    if (!makes_indices())
        value = source_value(min(at, tile_end - 1u));
    return value;
}
#endif

KEY tile_key(uint at)
{
#if KEY_WORDS == 2
    return uvec2(tile_words[at + uint(LOW_WORDS)], tile_words[at]);
#else
    return tile_words[at];
#endif
}

void put_tile_key(uint at, KEY key)
{
#if KEY_WORDS == 2
    tile_words[at + uint(LOW_WORDS)] = key.x;
    tile_words[at] = key.y;
#else
    tile_words[at] = key;
#endif
}

void put_key(uint position, KEY key)
{
    uint at = tile_first + position;
    if (at < tile_end && writes_keys())
        store_key(at, key);
}

#if WITH_VALUES
void put_value(uint position, uint value)
{
    if (tile_first + position < tile_end)
        store_value(tile_first + position, value);
}
#endif

// An invocation's two elements. In the network these two are neighbours. In memory and in
// the merges, element 0 of an invocation is next to element 0 of the chunk's next
// invocation, and likewise for element 1.
KEY keys[2] = KEY[2](KEY(0u), KEY(0u));
uint positions[2] = uint[2](0u, 0u);
#define EACH_ITEM(F) F(0) F(1)
#define POSITION(I) (CHUNK_FIRST * 2u + uint(I) * CHUNK_WIDTH + LANE)

// Positions past the end get the largest key: stability puts it after all keys of the
// input. They read the last key, not under a condition, so that all reads of an
// invocation are in flight together. A computed key is not computed twice.
#define LARGEST KEY(0xFFFFFFFFu)
#if COMPUTED
#define LOAD_KEY(I)                                                                      \
    positions[I] = POSITION(I);                                                          \
    keys[I] = LARGEST;                                                                   \
    if (tile_first + POSITION(I) < tile_end)                                             \
        keys[I] = load_key(tile_first + POSITION(I));
#else
#define LOAD_KEY(I)                                                                      \
    positions[I] = POSITION(I);                                                          \
    keys[I] = load_key(min(tile_first + POSITION(I), tile_end - 1u));                    \
    keys[I] = tile_first + POSITION(I) < tile_end ? keys[I] : LARGEST;
#endif

// ---- the network ----------------------------------------------------------------------

// Elements are ordered by key. With values, equal keys are ordered by position, which
// makes the elements distinct.
bool is_after(KEY key, uint position, KEY other_key, uint other_position)
{
#if WITH_VALUES
    return is_less(other_key, key) || (key == other_key && position > other_position);
#else
    return is_less(other_key, key);
#endif
}

void compare_own()
{
    bool swap = is_after(keys[0], positions[0], keys[1], positions[1]);
    KEY key = keys[0];
    uint position = positions[0];
    keys[0] = swap ? keys[1] : key;
    keys[1] = swap ? key : keys[1];
    positions[0] = swap ? positions[1] : position;
    positions[1] = swap ? position : positions[1];
}

// One end of a comparator: the lower lane keeps the smaller element, the other lane the
// larger one.
#define KEEP(I, OTHER_KEY, OTHER_POSITION)                                               \
    {                                                                                    \
        bool takes =                                                                     \
            is_after(keys[I], positions[I], OTHER_KEY, OTHER_POSITION) == is_lower;      \
        keys[I] = takes ? OTHER_KEY : keys[I];                                           \
        positions[I] = takes ? OTHER_POSITION : positions[I];                            \
    }

#if SUBGROUPS
#define SHOW_ITEMS
#define KEY_OF_LANE(I, MASK) subgroupShuffleXor(keys[I], uint(MASK))
#define POSITION_OF_LANE(I, MASK) subgroupShuffleXor(positions[I], uint(MASK))
#else
// Invocations exchange their elements through rows of tile_words.
#define SHOWN(ROW, MASK)                                                                 \
    tile_words[uint((ROW) * GROUP) + (gl_LocalInvocationIndex ^ uint(MASK))]
#define SHOW_ITEMS show_items();
#if KEY_WORDS == 2
#define KEY_OF_LANE(I, MASK) uvec2(SHOWN(4 + I, MASK), SHOWN(I, MASK))
#define SHOW_KEY(I)                                                                      \
    SHOWN(I, 0) = keys[I].y;                                                             \
    SHOWN(4 + I, 0) = keys[I].x;
#else
#define KEY_OF_LANE(I, MASK) SHOWN(I, MASK)
#define SHOW_KEY(I) SHOWN(I, 0) = keys[I];
#endif
#define POSITION_OF_LANE(I, MASK) SHOWN(2 + I, MASK)
#define SHOW_POSITION(I) SHOWN(2 + I, 0) = positions[I];

void show_items()
{
    group_sync();
    EACH_ITEM(SHOW_KEY)
#if WITH_VALUES
    EACH_ITEM(SHOW_POSITION)
#endif
    group_sync();
}
#endif
#if !WITH_VALUES
#undef POSITION_OF_LANE
#define POSITION_OF_LANE(I, MASK) 0u
#endif

// Comparators with lane LANE ^ MASK. SOURCE_I: the other lane's item that is compared
// with item I.
#define COMPARE_LANES(MASK, LOW_BIT, SOURCE_0, SOURCE_1)                                 \
    {                                                                                    \
        SHOW_ITEMS                                                                       \
        bool is_lower = (LANE & uint(LOW_BIT)) == 0u;                                    \
        KEY key_0 = KEY_OF_LANE(SOURCE_0, MASK);                                         \
        KEY key_1 = KEY_OF_LANE(SOURCE_1, MASK);                                         \
        uint position_0 = POSITION_OF_LANE(SOURCE_0, MASK);                              \
        uint position_1 = POSITION_OF_LANE(SOURCE_1, MASK);                              \
        KEEP(0, key_0, position_0)                                                       \
        KEEP(1, key_1, position_1)                                                       \
    }
// A column whose comparators span LANES lanes.
#define CLEAN(LANES) COMPARE_LANES(LANES, LANES, 0, 1)
// The first column of a merge of two blocks of LANES lanes each: the last element of one
// is compared with the first of the other, so that all comparators of the network have
// the same direction.
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

// ---- merging by rank ------------------------------------------------------------------

#define PUT_ITEM(I, AT)                                                                  \
    put_tile_key(half_at + (AT), keys[I]);                                               \
    PUT_POSITION(I, AT)
#if WITH_VALUES
#define PUT_POSITION(I, AT) tile_words[half_at + uint(TILE) + (AT)] = positions[I];
#define GET_POSITION(I) positions[I] = tile_words[half_at + uint(TILE) + POSITION(I)];
#else
#define PUT_POSITION(I, AT)
#define GET_POSITION(I)
#endif
#define GET_ITEM(I)                                                                      \
    keys[I] = tile_key(half_at + POSITION(I));                                           \
    GET_POSITION(I)

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

// One step of the searches for both elements in the other run of the pair. Elements of
// the first run count the smaller keys there; elements of the second run count equal ones
// too.
#if KEY_WORDS == 2
#define IS_BELOW(AT, BELOW, K)                                                           \
    (tile_words[AT] < K.y ||                                                             \
     (tile_words[AT] == K.y && tile_words[(AT) + uint(LOW_WORDS)] BELOW K.x))
#else
#define IS_BELOW(AT, BELOW, K) (tile_words[AT] BELOW K)
#endif
#define COUNT(I, STEP, BELOW)                                                            \
    at[I] += IS_BELOW(at[I] + uint(STEP - 1), BELOW, keys[I]) ? uint(STEP) : 0u;
#define STEP_OF(STEP, BELOW) COUNT(0, STEP, BELOW) COUNT(1, STEP, BELOW)
// All steps of a search in a run of 64, and one more, since there are 65 possible
// results. Unrolled, since a constant step saves the loop and an addition.
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

// Both elements are in the same run. group_sync() must follow.
#define MERGE_RUNS(RUN, SEARCH)                                                          \
    {                                                                                    \
        EACH_ITEM(GET_ITEM)                                                              \
        uint other_run = half_at + ((POSITION(0) ^ uint(RUN)) & ~uint(RUN - 1));         \
        uint at[2] = uint[2](other_run, other_run);                                      \
        if ((POSITION(0) & uint(RUN)) != 0u) {                                           \
            SEARCH(<=)                                                                   \
        } else {                                                                         \
            SEARCH(<)                                                                    \
        }                                                                                \
        uint pair = (POSITION(0) & ~uint(2 * RUN - 1)) - other_run;                      \
        uint rank_0 = pair + (POSITION(0) & uint(RUN - 1)) + at[0];                      \
        uint rank_1 = pair + (POSITION(1) & uint(RUN - 1)) + at[1];                      \
        half_at ^= uint(HALF);                                                           \
        PUT_ITEM(0, rank_0)                                                              \
        PUT_ITEM(1, rank_1)                                                              \
    }

// A short tile is sorted as soon as one run covers it.
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
    uint value_0 = value_at(tile_first + POSITION(0));
    uint value_1 = value_at(tile_first + POSITION(1));
#endif
    EACH_ITEM(LOAD_KEY)
    sort_chunk();
    put_chunk();
    merge_all(tile_end - tile_first);
    EACH_ITEM(GET_ITEM)
    put_key(POSITION(0), keys[0]);
    put_key(POSITION(1), keys[1]);
#if WITH_VALUES
    half_at ^= uint(HALF);
    tile_words[half_at + POSITION(0)] = value_0;
    tile_words[half_at + POSITION(1)] = value_1;
    group_sync();
    put_value(POSITION(0), tile_words[half_at + positions[0]]);
    put_value(POSITION(1), tile_words[half_at + positions[1]]);
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
