// SPDX-License-Identifier: MIT
// Sorts each tile in shared memory: the runs that the merges start from.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending within each LOCAL_TILE
//   grid    ceil(count / LOCAL_TILE) work groups of LOCAL_GROUP
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#include "shared/array.h"

#define TILE LOCAL_TILE
#define TILE_VALUES WITH_VALUES
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/tile.glsl"

layout(local_size_x = LOCAL_GROUP) in;

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

uint load_value(uint at)
{
    if ((params.flags & ARRAY_MAKE_INDICES) != 0u)
        return at;
    return values_in[params.values_in_base + at];
}
#endif

void load_tile(uint first, uint count)
{
    for (uint at = gl_LocalInvocationIndex; at < uint(TILE); at += uint(LOCAL_GROUP)) {
        // The largest key at the end: behind every key of the input, by stability.
        uint key = 0xFFFFFFFFu;
        if (first + at < count) {
            key = map_key(keys_in[params.keys_in_base + first + at], params.read_negative,
                          params.read_positive);
#if WITH_VALUES
            tile_values[PADDED(at)] = load_value(first + at);
#endif
        }
        tile_keys[PADDED(at)] = key;
    }
}

void store_tile(uint first, uint count)
{
    for (uint at = gl_LocalInvocationIndex; at < uint(TILE); at += uint(LOCAL_GROUP)) {
        if (first + at < count) {
            if ((params.flags & ARRAY_WRITE_KEYS) != 0u)
                keys_out[params.keys_out_base + first + at] =
                    map_key(tile_keys[PADDED(at)], params.write_negative,
                            params.write_positive);
#if WITH_VALUES
            values_out[params.values_out_base + first + at] = tile_values[PADDED(at)];
#endif
        }
    }
}

#if WITH_VALUES
#define SWAP_VALUES(A, B)                                                                \
    {                                                                                    \
        uint value = item_values[A];                                                     \
        item_values[A] = item_values[B];                                                 \
        item_values[B] = value;                                                          \
    }
#else
#define SWAP_VALUES(A, B)
#endif
#define COMPARATOR(A, B)                                                                 \
    if (item_keys[A] > item_keys[B]) {                                                   \
        uint key = item_keys[A];                                                         \
        item_keys[A] = item_keys[B];                                                     \
        item_keys[B] = key;                                                              \
        SWAP_VALUES(A, B)                                                                \
    }

// Odd-even transposition: only neighbours change places and only if strictly out of
// order, so it is stable where a shorter network would not be.
void sort_items()
{
#define ODD_EVEN_ROUND                                                                   \
    COMPARATOR(0, 1)                                                                     \
    COMPARATOR(2, 3)                                                                     \
    COMPARATOR(4, 5)                                                                     \
    COMPARATOR(6, 7)                                                                     \
    COMPARATOR(1, 2)                                                                     \
    COMPARATOR(3, 4)                                                                     \
    COMPARATOR(5, 6)
    ODD_EVEN_ROUND
    ODD_EVEN_ROUND
    ODD_EVEN_ROUND
    ODD_EVEN_ROUND
}

void main()
{
    uint first = group_index() * uint(TILE);
    uint count = sort_count();
    uint mine = gl_LocalInvocationIndex * uint(ITEM_COUNT);

    load_tile(first, count);
    group_sync();
    EACH_ITEM(GET_MINE)
    sort_items();

    // A short tile is in order as soon as a run is as long.
    uint tile_count = min(max(count, first) - first, uint(TILE));
    for (uint run = uint(ITEM_COUNT); run < tile_count; run <<= 1u) {
        group_sync();
        EACH_ITEM(PUT_MINE)
        group_sync();
        uint first_a = mine & ~(2u * run - 1u);
        uint first_b = first_a + run;
        uint rank = mine - first_a;
        uint cut = tile_cut(first_a, run, first_b, run, rank);
        merge_items(first_a + cut, first_b, first_b + rank - cut, first_b + run);
    }

    group_sync();
    EACH_ITEM(PUT_MINE)
    group_sync();
    store_tile(first, count);
}
