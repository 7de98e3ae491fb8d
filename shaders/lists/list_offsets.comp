// SPDX-License-Identifier: MIT
// Turns the counts of the lists into offsets, and adds up the lists that have lost nodes.
//
//   reads   offsets[count]   the counts
//           sums[ceil(count / LIST_TILE)]   of all tiles before each
//   writes  offsets[count + 1], each at most params.room
//           overflow[overflow_base], to which they are added
//   grid    one work group of LIST_GROUP per LIST_TILE lists, at least one
#define SCAN_SIZE LIST_GROUP
#include "lists/list_storage.glsl"
#include "lib/scan.glsl"

layout(std430, binding = LIST_SUMS) readonly buffer Sums { uint sums[]; };
layout(std430, binding = LIST_OVERFLOW) buffer Overflow { uint overflow[]; };

void main()
{
    uint count = sort_count();
    uint list = group_index() * uint(LIST_TILE) + gl_LocalInvocationIndex;
    uint word = list < count ? offsets[params.offsets_base + list] : 0u;
    uint length = word & ~LIST_LOST;
    uint before = exclusive_sum(length, uint(LIST_GROUP));
    if (list < count) {
        before += sums[group_index()];
        uint first = min(before, params.room);
        uint end = min(before + length, params.room);
        offsets[params.offsets_base + list] = first;
        if (list + 1u == count)
            offsets[params.offsets_base + count] = end;
        if (word != length || end - first != length)
            atomicAdd(overflow[params.overflow_base], 1u);
    } else if (count == 0u && list == 0u) {
        offsets[params.offsets_base] = 0u;
    }
}
