// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs of long segments. Each work group makes one tile of the
// output, from the part of both runs between its cuts (lib/cut.glsl). Positions are
// counted from the start of the segment, so runs end with it.
//
//   reads   keys_in[], values_in[]   runs of 1 << run_log in each segment, ascending
//           state[], tiles[]
//   writes  keys_out[], values_out[] runs of 2 << run_log
//   grid    one work group of SEGMENT_GROUP for each tile of a long segment; segments
//           that begin with a later level are left out
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
layout(std430, binding = SEGMENT_LONG_TILES) readonly buffer Tiles
{
    uvec4 tiles[];
};

uint segment_first = 0u;

uint run_key(uint position)
{
    return source_key(segment_first + position);
}
#include "lib/cut.glsl"
#include "segments/segment_levels.glsl"

shared uint tile_bounds[2]; // cuts of the tile's first rank and of the one after its last

// What the tile consists of; in shared memory the elements of the first run come first.
struct part {
    uint first; // of the tile, from the start of the segment
    uint count;
    uint from_a; // how many elements of the count are from the first run
    uint first_a;
    uint first_b;
};

// An empty part if there is nothing to merge.
part find_part()
{
    uint tile = group_index();
    uint lane = gl_LocalInvocationIndex;
    uint levels = 0u;
    uvec4 entry = uvec4(0u);
    if (tile < state[SEGMENT_TILES]) {
        entry = tiles[tile];
        levels = levels_of(entry.y - entry.x);
    }
    bool merges = levels + params.level >= params.levels;
    uint run_log =
        uint(SEGMENT_TILE_LOG) + (merges ? params.level + levels - params.levels : 0u);
    part p;
    segment_first = entry.x;
    p.first = entry.z * uint(SEGMENT_TILE);
    run_pair pair = pair_at(p.first, run_log, entry.y - entry.x);
    uint rank = p.first - pair.base;
    uint end = merges ? min(rank + uint(TILE), pair.count_a + pair.count_b) : rank;
    if (merges && lane < 2u)
        tile_bounds[lane] = cut_of_rank(pair, run_log, lane == 0u ? rank : end);
    group_sync();
    p.count = end - rank;
    p.from_a = merges ? tile_bounds[1] - tile_bounds[0] : 0u;
    p.first_a = pair.base + (merges ? tile_bounds[0] : 0u);
    p.first_b = pair.base + (1u << run_log) + rank - (merges ? tile_bounds[0] : 0u);
    return p;
}

uint source_of(part p, uint index)
{
    return index < p.from_a ? p.first_a + index : p.first_b + index - p.from_a;
}

// Reads past the end of a short tile repeat the last key.
#define READ_KEY(I) item_keys[I] = run_key(source_of(p, min(STRIPED(I), p.count - 1u)));

void merge_keys(part p)
{
    if (p.count > 0u) {
        EACH_ITEM(READ_KEY)
    }
    EACH_ITEM(PUT_KEY_STRIPED)
    group_sync();
    uint rank = min(BLOCKED(0), p.count);
    uint cut = tile_cut(0u, p.from_a, p.from_a, p.count - p.from_a, rank);
    merge_items(cut, p.from_a, p.from_a + rank - cut, p.count);
    group_sync();
}

#define PUT_POSITION(I) tile_words[PADDED(BLOCKED(I))] = item_positions[I];
#define STORE(I) store(p, STRIPED(I), tile_words[PADDED(STRIPED(I))]);

// Keys and values are read again from where they came, which caches still have.
void store(part p, uint at, uint index)
{
    bool is_last = params.level + 1u == params.levels;
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
    merge_keys(p);
    EACH_ITEM(PUT_POSITION)
    group_sync();
    EACH_ITEM(STORE)
}
