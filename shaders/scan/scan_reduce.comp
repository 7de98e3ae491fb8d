// SPDX-License-Identifier: MIT
// First of the three passes of a prefix sum (reduce, scan, add): the sum of each tile.
//
//   reads   words_in[count]
//   writes  sums[ceil(count / SCAN_TILE)]
//   grid    one work group of SCAN_GROUP per SCAN_TILE words
#include "shared/scan.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = SCAN_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_array_params params; };
layout(std430, binding = SCAN_WORDS_IN) readonly buffer WordsIn { uint words_in[]; };
layout(std430, binding = SCAN_SUMS) writeonly buffer Sums { uint sums[]; };

shared uint tile_sum;

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint first = group_index() * uint(SCAN_TILE);
    uint count = sort_count();
    uint sum = 0u;
    for (uint i = 0u; i < uint(SCAN_ITEMS); ++i) {
        uint at = first + i * uint(SCAN_GROUP) + lane;
        sum += at < count ? words_in[params.in_base + at] : 0u;
    }
    if (lane == 0u)
        tile_sum = 0u;
    group_sync();
    if (sum != 0u)
        atomicAdd(tile_sum, sum);
    group_sync();
    if (lane == 0u && first < count)
        sums[group_index()] = tile_sum;
}
