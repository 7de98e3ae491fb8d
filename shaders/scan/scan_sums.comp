// SPDX-License-Identifier: MIT
// Turns the sums of tiles into the sums of all tiles before each, in place, and writes
// the total: the second of the three passes of a prefix sum (reduce, scan, add). Draw
// orders and linked lists use it too.
//
//   reads   sums[ceil(count / tile)]
//   writes  sums[ceil(count / tile)]
//           total[total_at]
//   grid    1 work group of SCAN_SUMS_GROUP
#define SCAN_SIZE SCAN_SUMS_GROUP
#include "shared/scan.h"
#include "lib/count.glsl"
#include "lib/scan.glsl"

layout(local_size_x = SCAN_SUMS_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_params params; };
layout(std430, binding = SCAN_SUMS) buffer Sums { uint sums[]; };
layout(std430, binding = SCAN_TOTAL) writeonly buffer Total { uint total[]; };

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    uint tiles = count / params.tile + (count % params.tile != 0u ? 1u : 0u);
    uint before = 0u;
    for (uint first = 0u; first < tiles; first += uint(SCAN_SUMS_SPAN)) {
        uint at = first + lane * uint(SCAN_SUMS_ITEMS);
        uint own[SCAN_SUMS_ITEMS];
        uint sum = 0u;
        for (uint i = 0u; i < uint(SCAN_SUMS_ITEMS); ++i) {
            own[i] = at + i < tiles ? sums[at + i] : 0u;
            sum += own[i];
        }
        uint start = before + exclusive_sum(sum, uint(SCAN_SUMS_GROUP));
        before += group_sum();
        for (uint i = 0u; i < uint(SCAN_SUMS_ITEMS); ++i) {
            if (at + i < tiles)
                sums[at + i] = start;
            start += own[i];
        }
        group_sync(); // before the next exclusive_sum() overwrites its shared words
    }
    if (lane == 0u)
        total[params.total_at] = before;
}
