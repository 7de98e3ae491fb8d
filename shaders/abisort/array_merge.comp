// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs: each work group makes one tile of the output. Its cuts,
// where the merge path enters and leaves the tile, give the part of both runs that the
// tile consists of; the same part is a block of the adaptive bitonic merge after some of
// its stages. The group reads the keys of the part and merges them in shared memory.
// Values need no shared memory: after the merge, they and the keys to be written are read
// from their source positions; the keys are still in the L1 cache.
//
//   reads   keys_in[count], values_in[count]   runs of 1 << run_log, ascending
//           cuts[t]                            WITH_CUTS: from array_partition
//   writes  keys_out[count], values_out[count] runs of 2 << run_log, ascending
//           FROM_TEXTURE: reads the texture of pairs instead of keys_in and values_in
//           TO_TEXTURE: writes the texture of pairs instead of keys_out and values_out
//   grid    ceil(count / MERGE_TILE) work groups of MERGE_GROUP; without FINAL, none if a
//           run is as long as the count or longer
//
// FINAL: the last merge of a sort whose count is on the GPU. If a run is as long as the
// count or longer, so that there is nothing to merge, the pass copies: from keys_in and
// values_in, or, if an odd number of earlier merges was skipped, from the outputs
// themselves. Then a group reads only what it writes.
#include "shared/array.h"

#define TILE MERGE_TILE
#define TILE_GROUP MERGE_GROUP
#include "lib/count.glsl"
#include "lib/tile.glsl"

layout(local_size_x = TILE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { array_params params; };
#if FROM_TEXTURE || TO_TEXTURE
#include "lib/pair_texture.glsl"
#endif
#if !FROM_TEXTURE
#define SOURCE_PACKED // the local sort has read the caller's keys
#define SOURCE_KEYS IO_KEYS_IN
#if WITH_VALUES
#define SOURCE_VALUES IO_VALUES_IN
#endif
#endif
#if FINAL
#define SINK_MEMORY
#endif
#if !TO_TEXTURE
#define SINK_KEYS IO_KEYS_OUT
#if WITH_VALUES
#define SINK_VALUES IO_VALUES_OUT
#endif
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"
#if WITH_CUTS
layout(std430, binding = ARRAY_CUTS) readonly buffer Cuts { uint cuts[]; };
#endif

#include "abisort/run_key.glsl"

#include "lib/cut.glsl"

shared uint tile_bounds[2]; // cuts of the tile's first rank and of the one after its last

#if WITH_CUTS

void find_bounds(run_pair pair, uint tile, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex;
    if (lane < 2u) {
        // The cut at the end of a pair is the end of the first run, and a tile past the
        // end is empty: neither of these cuts is stored.
        uint end = pair.count_a + pair.count_b;
        bool known = lane == 0u ? first_rank < end_rank : end_rank < end;
        tile_bounds[lane] = known ? cuts[tile + lane] : pair.count_a;
    }
    group_sync();
}

#else

// Each half of the work group searches for one of the two cuts and finds MERGE_PROBES_LOG
// bits of it per step, by (1 << MERGE_PROBES_LOG) - 1 of its invocations with one probe
// each. A step costs the latency of memory; more probes per step mean fewer steps and
// more reads. All groups of a pair begin with the same probes of its first run, which are
// then in the caches.
#define HALF_GROUP (MERGE_GROUP / 2)

// Number of probes below the cut, by slot and half. The steps use the three slots in
// turn, so that a counter is cleared between its last read and its next use without an
// additional barrier.
shared uint probes_below[3][2];

void find_bounds(run_pair pair, uint tile, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex % uint(HALF_GROUP);
    uint half_group = gl_LocalInvocationIndex / uint(HALF_GROUP);
    uint rank = half_group == 0u ? first_rank : end_rank;
    bool is_probe = lane < uint((1 << MERGE_PROBES_LOG) - 1);
    if (lane < 3u)
        probes_below[lane][half_group] = 0u;
    group_sync();

    uint cut = 0u;
    uint slot = 0u;
    uint steps = params.run_log / uint(MERGE_PROBES_LOG) + 1u; // cuts are 0 .. run
    for (uint shift = steps * uint(MERGE_PROBES_LOG); shift > 0u;) {
        shift -= uint(MERGE_PROBES_LOG);
        uint index = cut + ((lane + 1u) << shift) - 1u;
        if (is_probe && is_index_below_cut(pair, params.run_log, rank, index))
            atomicAdd(probes_below[slot][half_group], 1u);
        group_sync();
        cut += probes_below[slot][half_group] << shift;
        slot = (slot + 1u) % 3u;
        if (lane == 0u)
            probes_below[(slot + 1u) % 3u][half_group] = 0u;
    }
    tile_bounds[half_group] = cut;
    group_sync();
}

#endif

// ---- the tile's part of both runs -----------------------------------------------------

// In shared memory the elements of the first run come first.
struct part {
    uint count;
    uint from_a; // how many of these are from the first run
    uint first_a;
    uint first_b;
};

#include "lib/part.glsl"

void gather_keys(part p)
{
    if (p.count > 0u) {
        EACH_ITEM(READ_KEY)
    }
    EACH_ITEM(PUT_KEY_STRIPED)
    group_sync();
}

#if !TO_TEXTURE
void put_key(uint first, uint count, uint at, uint key)
{
    if (at < count)
        store_key(first + at, key);
}

#define STORE_KEY(I) put_key(first, p.count, STRIPED(I), item_keys[I]);
#endif

void store_keys(part p, uint first)
{
#if !TO_TEXTURE
    if (writes_keys()) {
        EACH_ITEM(STORE_KEY)
    }
#endif
}

#if WITH_VALUES
uint item_values[ITEMS];

#define GET_POSITION_STRIPED(I) item_positions[I] = tile_words[PADDED(STRIPED(I))];
#define FIND_SOURCE(I)                                                                   \
    item_positions[I] = source_of(p, min(item_positions[I], p.count - 1u));
#if FROM_TEXTURE
uvec2 pair = uvec2(0u);
#define READ_MERGED(I)                                                                   \
    pair = load_pair(item_positions[I]);                                             \
    item_keys[I] = pair.x;                                                               \
    item_values[I] = pair.y;
#else
#define READ_MERGED_KEY(I) item_keys[I] = run_key(item_positions[I]);
#define READ_MERGED(I) item_values[I] = source_value(item_positions[I]);
#endif
#if TO_TEXTURE
#define STORE_VALUE(I)                                                                   \
    if (STRIPED(I) < p.count)                                                            \
        store_pair(first + STRIPED(I), uvec2(item_keys[I], item_values[I]));
#else
#define STORE_VALUE(I)                                                                   \
    if (STRIPED(I) < p.count)                                                            \
        store_value(first + STRIPED(I), item_values[I]);
#endif

// Neighbouring outputs come from neighbouring elements of two runs, so this reads few
// memory sectors.
void read_sources(part p)
{
    EACH_ITEM(GET_POSITION_STRIPED)
    EACH_ITEM(FIND_SOURCE)
#if !FROM_TEXTURE
    if (writes_keys()) {
        EACH_ITEM(READ_MERGED_KEY)
    }
#endif
    EACH_ITEM(READ_MERGED)
}

void take_merged(part p)
{
    EACH_ITEM(PUT_POSITION)
    group_sync();
    if (p.count > 0u)
        read_sources(p);
}

void store_values(part p, uint first)
{
    EACH_ITEM(STORE_VALUE)
}
#else
void take_merged(part p)
{
    EACH_ITEM(PUT_KEY)
    group_sync();
    EACH_ITEM(GET_KEY_STRIPED)
}
#endif

// Every second merge processes the tiles backwards: it starts with the elements that were
// written last, which are still in the cache and the TLB.
uint tile_of_group(uint count)
{
    uint tile = group_index();
    uint tiles = (count + uint(MERGE_TILE - 1)) / uint(MERGE_TILE);
    if ((params.io.flags & ARRAY_BACKWARDS) != 0u && tile < tiles)
        tile = tiles - 1u - tile;
    return tile;
}

#if FINAL
#include "lib/merges.glsl"

void copy_element(uint at, bool is_in_outputs)
{
    uint word = 0u;
    if (writes_keys()) {
        if (is_in_outputs)
            word = sink_keys[params.io.keys_out_base + at];
        else
            word = run_key(at);
        store_key(at, word);
    }
#if WITH_VALUES
    if (is_in_outputs)
        word = sink_values[params.io.values_out_base + at];
    else
#if FROM_TEXTURE
        word = load_pair(at).y;
#else
        word = source_value(at);
#endif
    store_value(at, word);
#endif
}

void copy_tile(uint tile, uint count)
{
    bool is_in_outputs = (skipped_merges(params.merges, count) & 1u) != 0u;
    uint at = tile * uint(MERGE_TILE) + gl_LocalInvocationIndex;
    uint end = min(count, (tile + 1u) * uint(MERGE_TILE));
    for (; at < end; at += uint(MERGE_GROUP))
        copy_element(at, is_in_outputs);
}
#endif

void merge_tile(uint tile, uint count)
{
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

    gather_keys(p);
    merge_keys(p);
    take_merged(p);
    store_keys(p, first);
#if WITH_VALUES
    store_values(p, first);
#endif
}

void main()
{
    uint count = sort_count();
    uint tile = tile_of_group(count);
#if FINAL
    if (count <= 1u << params.run_log)
        copy_tile(tile, count);
    else
#endif
        merge_tile(tile, count);
}
