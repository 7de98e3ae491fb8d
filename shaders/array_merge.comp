// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs: each work group gathers the part of both runs that
// makes up its tile of the output, which is a block of the adaptive bitonic merge after
// some of its stages, and merges the keys in shared memory. The values follow through the
// same memory: half as much of it lets more groups run at once.
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
#define TILE_VALUES 0
#if WITH_VALUES
uint item_places[ITEM_COUNT]; // in the tile, before the merge
uint item_values[ITEM_COUNT];
#define TAKE_PLACE(I, AT) item_places[I] = AT;
#endif
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

#if WITH_CUTS

void find_bounds(run_pair pair, uint tile, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < 2u) {
        // A pair's last tile ends where its first run does; a tile past the end has no
        // cut.
        uint end = pair.count_a + pair.count_b;
        bool known = lane == 0u ? first_rank < end_rank : end_rank < end;
        tile_bounds[lane] = known ? cuts[tile + lane] : pair.count_a;
    }
    group_sync();
}

#else

// Each half of the group looks for one of the two cuts, at PROBES places at a time: a
// step costs one trip to memory, and a binary search would make six.
#define PROBES (MERGE_GROUP / 2)

shared uint probes_below[2]; // the cut, of the places of one step

// One step: narrows low .. high, both the same in all of the half.
void probe(run_pair pair, uint rank, inout uint low, inout uint high)
{
    uint half_group = gl_LocalInvocationIndex / uint(PROBES);
    uint stride = (high - low + uint(PROBES - 1)) >> uint(MERGE_PROBES_LOG);
    uint at = low + gl_LocalInvocationIndex % uint(PROBES) * stride;
    if (at < high && is_below_cut(pair, params.run_log, rank, at))
        atomicAdd(probes_below[half_group], 1u);
    group_sync();
    uint below = probes_below[half_group];
    group_sync();
    if (gl_LocalInvocationIndex < 2u)
        probes_below[gl_LocalInvocationIndex] = 0u;
    high = min(high, low + below * stride);
    low += below > 0u ? (below - 1u) * stride + 1u : 0u;
    group_sync();
}

void find_bounds(run_pair pair, uint tile, uint first_rank, uint end_rank)
{
    uint half_group = gl_LocalInvocationIndex / uint(PROBES);
    uint rank = half_group == 0u ? first_rank : end_rank;
    uint low = lowest_cut(pair, rank);
    uint high = min(rank, pair.count_a);
    if (gl_LocalInvocationIndex < 2u)
        probes_below[gl_LocalInvocationIndex] = 0u;
    group_sync();
    for (uint known = 0u; known < params.run_log; known += uint(MERGE_PROBES_LOG))
        probe(pair, rank, low, high);
    tile_bounds[half_group] = low;
    group_sync();
}

#endif

// ---- the tile's part of both runs -----------------------------------------------------

// Its first place in the tile is that of the first run's part.
struct part {
    uint count;
    uint from_a; // of the count
    uint first_a;
    uint first_b;
};

uint source_of(part p, uint place)
{
    return place < p.from_a ? p.first_a + place : p.first_b + place - p.from_a;
}

// What neighbouring invocations have is neighbours in memory. These are loops, since all
// of it at once takes registers that other groups could have.
void gather_keys(part p)
{
    for (uint at = gl_LocalInvocationIndex; at < p.count; at += uint(MERGE_GROUP))
        tile_keys[PADDED(at)] = run_key(source_of(p, at));
    group_sync();
}

void store_keys(uint first, uint count)
{
    for (uint at = gl_LocalInvocationIndex; at < count; at += uint(MERGE_GROUP))
        if ((params.flags & ARRAY_WRITE_KEYS) != 0u)
            keys_out[params.keys_out_base + first + at] = map_key(
                tile_keys[PADDED(at)], params.write_negative, params.write_positive);
}

#if WITH_VALUES
#define GATHERED_PLACE(I) (uint(I * MERGE_GROUP) + gl_LocalInvocationIndex)
#define GATHER_VALUE(I)                                                                  \
    if (GATHERED_PLACE(I) < p.count)                                                     \
        item_values[I] =                                                                 \
            values_in[params.values_in_base + source_of(p, GATHERED_PLACE(I))];
#define PUT_GATHERED(I) tile_keys[PADDED(GATHERED_PLACE(I))] = item_values[I];
#define TAKE_MERGED(I) item_values[I] = tile_keys[PADDED(item_places[I])];
#define PUT_MERGED(I) tile_keys[PADDED(mine + uint(I))] = item_values[I];

void gather_values(part p)
{
    EACH_ITEM(GATHER_VALUE)
}

// After store_keys(): an invocation writes first where it alone has read.
void store_values(uint first, uint count, uint mine)
{
    EACH_ITEM(PUT_GATHERED)
    group_sync();
    EACH_ITEM(TAKE_MERGED)
    group_sync();
    EACH_ITEM(PUT_MERGED)
    group_sync();
    for (uint at = gl_LocalInvocationIndex; at < count; at += uint(MERGE_GROUP))
        values_out[params.values_out_base + first + at] = tile_keys[PADDED(at)];
}
#endif

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

    part p;
    uint cut = tile_bounds[0];
    p.count = end_rank - first_rank;
    p.from_a = tile_bounds[1] - cut;
    p.first_a = pair.base + cut;
    p.first_b = pair.base + (1u << params.run_log) + first_rank - cut;
#if WITH_VALUES
    gather_values(p); // while the keys are merged
#endif
    gather_keys(p);

    uint mine = gl_LocalInvocationIndex * uint(ITEM_COUNT);
    uint rank = min(mine, p.count);
    uint my_cut = tile_cut(0u, p.from_a, p.from_a, p.count - p.from_a, rank);
    merge_items(my_cut, p.from_a, p.from_a + rank - my_cut, p.count);
    group_sync();
    EACH_ITEM(PUT_MINE)
    group_sync();
    store_keys(first, p.count);
#if WITH_VALUES
    store_values(first, p.count, mine);
#endif
}
