// SPDX-License-Identifier: MIT
// Sorts each tile by its digits, least significant first, in shared memory: the runs that
// the merges start from, or all there is. What array_local does by merging, for devices
// where ranks by ballots are faster.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending within each tile
//   grid    ceil(count / tile) work groups; more of them find nothing to do
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#include "lib/extensions.glsl"
#include "shared/array.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"

#if !LARGE
#define RANK_GROUP DIGITS_SMALL_GROUP
#define ITEMS DIGITS_SMALL_ITEMS
#elif SUBGROUPS
#define RANK_GROUP DIGITS_LARGE_GROUP
#define ITEMS DIGITS_LARGE_ITEMS
#else
// Words of bits take shared memory, so fewer invocations.
#define RANK_GROUP DIGITS_SMALL_GROUP
#define ITEMS DIGITS_MOST_ITEMS
#endif
#define RANK_TILE (RANK_GROUP * ITEMS)

uint item_keys[ITEMS];
int digit_first_bit = 0;
#define ITEM_DIGIT(I) bitfieldExtract(item_keys[I], digit_first_bit, RADIX_BITS)

#include "lib/each_item.glsl"
#include "lib/subgroup.glsl"

layout(local_size_x = RANK_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
layout(std430, binding = ARRAY_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = ARRAY_KEYS_OUT) writeonly buffer KeysOut
{
    uint keys_out[];
};
#if WITH_VALUES
layout(std430, binding = ARRAY_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = ARRAY_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};

uint item_values[ITEMS];
#endif

uint own_place = 0u; // in the tile, of item 0; the others follow a chunk's width apart
uint tile_first = 0u;
uint tile_end = 0u;

#define PLACE(I) (own_place + uint(I) * CHUNK_WIDTH)
#define POSITION(I) (tile_first + PLACE(I))

// ---- memory ---------------------------------------------------------------------------

uint load_key(uint at)
{
    return map_key(keys_in[params.keys_in_base + at], params.read_negative,
                   params.read_positive);
}

// Past the end the largest key: behind every key of the input, by the order of places.
#define LOAD_KEY(I)                                                                      \
    item_keys[I] = 0xFFFFFFFFu;                                                          \
    if (POSITION(I) < tile_end)                                                          \
        item_keys[I] = load_key(POSITION(I));
#define WRITE_KEY(I)                                                                     \
    if (POSITION(I) < tile_end)                                                          \
        keys_out[params.keys_out_base + POSITION(I)] =                                   \
            map_key(item_keys[I], params.write_negative, params.write_positive);
#if WITH_VALUES
#define MAKE_INDEX(I) item_values[I] = POSITION(I);
#define LOAD_VALUE(I)                                                                    \
    if (POSITION(I) < tile_end)                                                          \
        item_values[I] = values_in[params.values_in_base + POSITION(I)];
#define WRITE_VALUE(I)                                                                   \
    if (POSITION(I) < tile_end)                                                          \
        values_out[params.values_out_base + POSITION(I)] = item_values[I];
#endif

void load_tile()
{
    EACH_ITEM(LOAD_KEY)
#if WITH_VALUES
    if ((params.flags & ARRAY_MAKE_INDICES) != 0u) {
        EACH_ITEM(MAKE_INDEX)
    } else {
        EACH_ITEM(LOAD_VALUE)
    }
#endif
}

void write_tile()
{
    if ((params.flags & ARRAY_WRITE_KEYS) != 0u) {
        EACH_ITEM(WRITE_KEY)
    }
#if WITH_VALUES
    EACH_ITEM(WRITE_VALUE)
#endif
}

// ---- one digit ------------------------------------------------------------------------

#include "lib/ranks.glsl"

#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I];
#define GET_KEY(I) item_keys[I] = tile_words[PLACE(I)];
#define PUT_VALUE(I) tile_words[item_ranks[I]] = item_values[I];
#define GET_VALUE(I) item_values[I] = tile_words[PLACE(I)];

void sort_by_digit()
{
    uint bin_start;
    rank_tile(bin_start);
    EACH_ITEM(PUT_KEY)
    group_sync();
    EACH_ITEM(GET_KEY)
    group_sync();
#if WITH_VALUES
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(GET_VALUE)
    group_sync();
#endif
}

void main()
{
    uint count = sort_count();
    uint tiles = (count + uint(RANK_TILE - 1)) / uint(RANK_TILE);
    tile_first = min(group_index(), tiles) * uint(RANK_TILE);
    tile_end = min(tile_first + uint(RANK_TILE), count);
    own_place = CHUNK_FIRST * uint(ITEMS) + LANE;
    if (tile_first < count) {
        load_tile();
        for (digit_first_bit = 0; digit_first_bit < 32; digit_first_bit += RADIX_BITS)
            sort_by_digit();
        write_tile();
    }
}
