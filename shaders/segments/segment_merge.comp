// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs of long segments. Each work group makes one tile of the
// output, from the part of both runs between its cuts (lib/cut.glsl). Positions are
// counted from the start of the segment; the last run ends with it.
//
//   reads   keys_in[], values_in[]   runs of 1 << run_log in each segment, ascending
//           state[]
//   writes  keys_out[], values_out[] runs of 2 << run_log
//   grid    one work group of SEGMENT_GROUP for each tile of a long segment; those of
//           segments that begin with a later merge, or need none, do nothing
#include "shared/array.h"
#include "shared/segments.h"

#define TILE SEGMENT_TILE
#define TILE_GROUP SEGMENT_GROUP
#include "lib/tile.glsl"

layout(local_size_x = SEGMENT_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    segment_params params;
};
#define SOURCE_PACKED // the first sort has read the caller's keys
#include "lib/io.glsl"
layout(std430, binding = SEGMENT_STATE) readonly buffer State
{
    uint state[];
};

uint segment_first = 0u;

uint run_key(uint position)
{
    return source_key(segment_first + position);
}

#include "lib/cut.glsl"
#include "segments/segment_levels.glsl"

// Half of the work group searches for the cut of the tile's first rank, the other half
// for that of the rank after its last one. All invocations of a half probe the first run
// at once, then the part of it between two of their probes.
#define PROBES_LOG 7  // SEGMENT_GROUP / 2
#define MOST_ROUNDS 5 // for runs of up to 2^30
shared uint probes_below[2 * MOST_ROUNDS];
shared uint tile_bounds[2]; // the two cuts

void find_bounds(run_pair pair, uint run_log, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex;
    uint side = lane >> uint(PROBES_LOG);
    uint probe = lane & uint((1 << PROBES_LOG) - 1);
    uint rank = side == 0u ? first_rank : end_rank;
    uint cut = 0u;
    uint step_log = run_log;
    if (lane < uint(2 * MOST_ROUNDS))
        probes_below[lane] = 0u;
    group_sync();
    for (uint round = 0u; step_log > 0u; ++round) {
        uint at = 2u * round + side;
        step_log = max(step_log, uint(PROBES_LOG)) - uint(PROBES_LOG);
        uint index = cut + (probe + 1u << step_log) - 1u;
        if (is_index_below_cut(pair, run_log, rank, index))
            atomicAdd(probes_below[at], 1u);
        group_sync();
        cut += probes_below[at] << step_log;
    }
    if (probe == 0u)
        tile_bounds[side] = cut;
    group_sync();
}

// What the tile consists of; in shared memory the elements of the first run come first.
struct part {
    uint first;  // of the tile, from the start of the segment
    uint count;  // 0 if there is nothing to merge
    uint from_a; // how many of these are from the first run
    uint first_a;
    uint first_b;
};

part merged_part(uint segment_count, uint tile, uint run_log)
{
    part p;
    p.first = tile * uint(SEGMENT_TILE);
    run_pair pair = pair_at(p.first, run_log, segment_count);
    uint rank = p.first - pair.base;
    uint end = min(rank + uint(SEGMENT_TILE), pair.count_a + pair.count_b);
    find_bounds(pair, run_log, rank, end);
    p.count = end - rank;
    p.from_a = tile_bounds[1] - tile_bounds[0];
    p.first_a = pair.base + tile_bounds[0];
    p.first_b = pair.base + (1u << run_log) + rank - tile_bounds[0];
    return p;
}

part find_part()
{
    part p = part(0u, 0u, 0u, 0u, 0u);
    uint entry = group_index();
    uint count = 0u;
    if (entry < state[SEGMENT_TILES]) {
        segment_first = state[SEGMENT_TILE_ENTRY(entry)];
        count = state[SEGMENT_TILE_ENTRY(entry) + 1u] - segment_first;
    }
    // The merge passes are those of the longest segment there can be. A segment with
    // fewer levels takes part in the last passes; level - params.merges is its own level.
    uint level = same_in_group(params.merge + levels_of(count));
    if (level >= params.merges)
        p = merged_part(count, state[SEGMENT_TILE_ENTRY(entry) + 2u],
                        uint(SEGMENT_TILE_LOG) + level - params.merges);
    return p;
}

#include "lib/part.glsl"

#define STORE(I) store(p, STRIPED(I), tile_words[PADDED(STRIPED(I))]);

// Keys that are written are read again, while they are still in the caches; values are
// read only here.
void store(part p, uint at, uint index)
{
    bool is_last = params.merge + 1u == params.merges;
    if (at < p.count && (!is_last || p.first + at < params.nearest)) {
        uint from = segment_first + source_of(p, index);
        uint to = segment_first + p.first + at;
        if (writes_keys())
            store_key(to, source_key(from));
#if WITH_VALUES
        store_value(to, source_value(from));
#endif
    }
}

void main()
{
    part p = find_part();
    if (same_in_group(p.count > 0u)) {
        EACH_ITEM(READ_KEY)
        EACH_ITEM(PUT_KEY_STRIPED)
        group_sync();
        merge_keys(p);
        EACH_ITEM(PUT_POSITION)
        group_sync();
        EACH_ITEM(STORE)
    }
}
