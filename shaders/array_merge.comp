// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs: each work group gathers the part of both runs that
// makes up its tile of the output, which is a block of the adaptive bitonic merge after
// some of its stages, and merges it in shared memory.
//
//   reads   keys_in[count], values_in[count]   runs of 1 << run_log, ascending
//           cuts[t]                            WITH_CUTS: from array_partition
//   writes  keys_out[count], values_out[count] runs of 2 << run_log, ascending
//   grid    ceil(count / MERGE_TILE) work groups of MERGE_GROUP
//
// Runs as long as the count or longer are copied, which keeps the ping-pong's parity when
// the count came from the GPU.
#include "shared/array.h"

#define TILE MERGE_TILE
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/tile.glsl"

layout(local_size_x = MERGE_GROUP) in;

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
#endif
#if WITH_CUTS
layout(std430, binding = ARRAY_CUTS) readonly buffer Cuts
{
    uint cuts[];
};
#endif

uint run_key(uint position)
{
    return keys_in[params.keys_in_base + position];
}
#include "lib/cut.glsl"

shared uint tile_bounds[2]; // cuts of the tile's first rank and of the one after its last

void find_bounds(run_pair pair, uint tile, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < 2u) {
#if WITH_CUTS
        // A pair's last tile ends where its first run does; a tile past the end has no
        // cut.
        uint end = pair.count_a + pair.count_b;
        bool known = lane == 0u ? first_rank < end_rank : end_rank < end;
        tile_bounds[lane] = known ? cuts[tile + lane] : pair.count_a;
#else
        uint rank = lane == 0u ? first_rank : end_rank;
        tile_bounds[lane] = cut_of_rank(pair, params.run_log, rank);
#endif
    }
    group_sync();
}

void gather(uint count, uint from_a, uint first_a, uint first_b)
{
    for (uint at = gl_LocalInvocationIndex; at < count; at += uint(MERGE_GROUP)) {
        uint position = at < from_a ? first_a + at : first_b + at - from_a;
        tile_keys[PADDED(at)] = run_key(position);
#if WITH_VALUES
        tile_values[PADDED(at)] = values_in[params.values_in_base + position];
#endif
    }
    group_sync();
}

void store_tile(uint first, uint count)
{
    for (uint at = gl_LocalInvocationIndex; at < count; at += uint(MERGE_GROUP)) {
        if ((params.flags & ARRAY_WRITE_KEYS) != 0u)
            keys_out[params.keys_out_base + first + at] =
                map_key(tile_keys[PADDED(at)], params.write_negative,
                        params.write_positive);
#if WITH_VALUES
        values_out[params.values_out_base + first + at] = tile_values[PADDED(at)];
#endif
    }
}

void main()
{
    uint tile = group_index();
    uint count = sort_count();
    // A group past the end, if the grid has one, works on an empty tile.
    uint first = min(tile * uint(MERGE_TILE), count);
    run_pair pair = pair_at(first, params.run_log, count);
    uint first_rank = first - pair.base;
    uint end_rank = min(first_rank + uint(MERGE_TILE), pair.count_a + pair.count_b);
    find_bounds(pair, tile, first_rank, end_rank);

    uint cut = tile_bounds[0];
    uint from_a = tile_bounds[1] - cut;
    uint tile_count = end_rank - first_rank;
    gather(tile_count, from_a, pair.base + cut,
           pair.base + (1u << params.run_log) + first_rank - cut);

    uint mine = gl_LocalInvocationIndex * uint(ITEM_COUNT);
    uint rank = min(mine, tile_count);
    uint my_cut = tile_cut(0u, from_a, from_a, tile_count - from_a, rank);
    merge_items(my_cut, from_a, from_a + rank - my_cut, tile_count);
    group_sync();
    EACH_ITEM(PUT_MINE)
    group_sync();
    store_tile(first, tile_count);
}
