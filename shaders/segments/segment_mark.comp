// SPDX-License-Identifier: MIT
// Checks every segment and marks its first element, so that later passes divide their
// work by elements, however the lengths are distributed. Long segments are also listed,
// tile by tile.
//
//   reads   offsets[segments + 1], segment_count_in[count_base] if params.count_on_gpu;
//           neither if params.equal_length is not 0
//   writes  heads[] and state[], which are 0 before; after the words of the state, a list
//           of the tiles of long segments
//   grid    params.invocations in work groups of SEGMENT_MARK_GROUP; invocation i takes
//           segments i, i + params.invocations, ...
//
// If the offsets decrease, or a segment ends past the last element or is longer than the
// largest length, the state says so, and the sort and the merges do nothing.
#include "shared/segments.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = SEGMENT_MARK_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { segment_mark_params params; };
layout(std430, binding = SEGMENT_MARK_STATE) buffer State { uint state[]; };
layout(std430, binding = SEGMENT_MARK_HEADS) buffer Heads { uint heads[]; };
layout(std430, binding = SEGMENT_MARK_OFFSETS) readonly buffer Offsets
{
    uint offsets[];
};
layout(std430, binding = SEGMENT_MARK_COUNT) readonly buffer SegmentCount
{
    uint segment_count_in[];
};

uint segments_of(uint count)
{
    uint segments = params.segment_count;
    if (params.equal_length != 0u)
        segments =
            count / params.equal_length + (count % params.equal_length != 0u ? 1u : 0u);
    else if (params.count_on_gpu != 0u)
        segments = min(segment_count_in[params.count_base], segments);
    return segments;
}

uint offset_at(uint segment, uint count)
{
    uint offset;
    if (params.equal_length != 0u)
        offset = min(segment * params.equal_length, count);
    else
        offset = offsets[params.offsets_base + segment];
    return offset;
}

void put_tile(uint at, uint first, uint end, uint tile)
{
    state[SEGMENT_TILE_ENTRY(at)] = first;
    state[SEGMENT_TILE_ENTRY(at) + 1u] = end;
    state[SEGMENT_TILE_ENTRY(at) + 2u] = tile;
}

void list_tiles(uint first, uint end)
{
    uint count = (end - first + uint(SEGMENT_TILE - 1)) / uint(SEGMENT_TILE);
    uint at = min(atomicAdd(state[SEGMENT_TILES], count), params.tile_room);
    count = min(count, params.tile_room - at);
    for (uint tile = 0u; tile < count; ++tile)
        put_tile(at + tile, first, end, tile);
    atomicMax(state[SEGMENT_LONGEST], end - first);
}

shared uint longest_short;

void mark(uint first, uint end)
{
    if (first < end)
        atomicOr(heads[first / 32u], 1u << (first % 32u));
    if (end - first > uint(SEGMENT_SHORT_MOST))
        list_tiles(first, end);
    else
        atomicMax(longest_short, end - first);
}

void main()
{
    uint count = sort_count();
    uint segments = segments_of(count);
    uint segment = group_index() * uint(SEGMENT_MARK_GROUP) + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0u)
        longest_short = 0u;
    group_sync();
    for (; segment < segments; segment += params.invocations) {
        uint first = offset_at(segment, count);
        uint end = offset_at(segment + 1u, count);
        if (first > end || end > count || end - first > params.max_length)
            atomicOr(state[SEGMENT_BROKEN], 1u);
        else
            mark(first, end);
        if (segment + 1u == segments)
            state[SEGMENT_END] = end;
    }
    group_sync();
    if (gl_LocalInvocationIndex == 0u)
        atomicMax(state[SEGMENT_LONGEST_SHORT], longest_short);
}
