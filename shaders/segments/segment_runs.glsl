// SPDX-License-Identifier: MIT
// The ascending runs of long segments, of which each work group merges a tile.
#include "shared/array.h"
#include "shared/segments.h"

#define TILE SEGMENT_TILE
#define TILE_GROUP SEGMENT_GROUP
#include "lib/tile.glsl"

layout(local_size_x = SEGMENT_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { segment_params params; };
#define SOURCE_PACKED // the first sort has read the caller's keys
#include "lib/io.glsl"
layout(std430, binding = SEGMENT_STATE) readonly buffer State { uint state[]; };

uint segment_first = 0u;

uint run_key(uint position)
{
    return source_key(segment_first + position);
}
