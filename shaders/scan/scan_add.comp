// SPDX-License-Identifier: MIT
// Last of the three passes of a prefix sum (reduce, scan, add): the sum of all words
// before each word.
//
//   reads   words_in[count]
//           sums[ceil(count / SCAN_TILE)]   of all tiles before each
//   writes  words_out[count]                may be words_in: a group reads its tile first
//   grid    one work group of SCAN_GROUP per SCAN_TILE words
#include "shared/scan.h"

layout(local_size_x = SCAN_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_array_params params; };
layout(std430, binding = SCAN_SUMS) readonly buffer Sums { uint sums[]; };

#include "scan/scan_tile.glsl"

void main()
{
    uint tile = group_index();
    uint first = tile * uint(SCAN_TILE);
    uint count = sort_count();
    uint before = exclusive_sum(load_tile(first, count), uint(SCAN_GROUP));
    if (first < count)
        before += sums[tile];
    write_tile(first, count, before);
}
