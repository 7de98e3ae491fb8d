// SPDX-License-Identifier: MIT
// For watching a segmented sort: copies the elements of long segments from wherever the
// merges done so far have left them.
//
//   reads   keys_in[], values_in[], keys_alternate[], values_alternate[], state[]
//   writes  keys_out[], values_out[]
//   grid    one work group of SEGMENT_GROUP for each tile of a long segment
//
// params.merge is the number of merges left in the longest segment that there can be.
#include "shared/segments.h"
#include "lib/group.glsl"

layout(local_size_x = SEGMENT_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { segment_params params; };
#if WITH_KEYS
#define SOURCE_KEYS IO_KEYS_IN
#define SINK_KEYS IO_KEYS_OUT
layout(std430, binding = SEGMENT_KEYS_ALTERNATE) readonly buffer KeysAlternate
{
    uint keys_alternate[];
};
#endif
#if WITH_VALUES
#define SOURCE_VALUES IO_VALUES_IN
#define SINK_VALUES IO_VALUES_OUT
layout(std430, binding = SEGMENT_VALUES_ALTERNATE) readonly buffer ValuesAlternate
{
    uint values_alternate[];
};
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"
layout(std430, binding = SEGMENT_STATE) readonly buffer State { uint state[]; };
#include "segments/segment_levels.glsl"

// Each merge moves a segment to the other array, the last one to keys_in[], in the
// caller's form.
void copy_element(uint at, uint merges_left)
{
    bool is_alternate = merges_left % 2u != 0u;
#if WITH_KEYS
    uint key = is_alternate ? keys_alternate[at] : source_key(at);
    if (merges_left > 0u)
        store_key(at, key);
    else
        sink_key(at, key);
#endif
#if WITH_VALUES
    store_value(at, is_alternate ? values_alternate[at] : source_value(at));
#endif
}

void main()
{
    uint tile = group_index();
    if (tile >= state[SEGMENT_TILES])
        return;
    uint segment = state[SEGMENT_TILE_ENTRY(tile)];
    uint end = state[SEGMENT_TILE_ENTRY(tile) + 1u];
    uint first = segment + state[SEGMENT_TILE_ENTRY(tile) + 2u] * uint(SEGMENT_TILE);
    uint count = min(end - first, uint(SEGMENT_TILE));
    uint merges_left = min(merges_of(levels_of(end - segment)), params.merge);
    for (uint at = gl_LocalInvocationIndex; at < count; at += uint(SEGMENT_GROUP))
        copy_element(first + at, merges_left);
}
