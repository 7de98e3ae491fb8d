// SPDX-License-Identifier: MIT
// Pass 2 of 3 of a digit: exclusive prefix sum of each bin's counts over the counting
// groups.
//
//   reads   counts[bin * groups + group], where `groups` is counting_groups()
//   writes  the same, in place
//   grid    RADIX_BINS work groups of RADIX_GROUP, one per bin. If the digit is skipped,
//           none, or a scan that no pass reads
#include "radix/radix.glsl"

#define SCAN_SIZE RADIX_GROUP
#include "lib/scan.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_COUNTS) buffer Counts { uint counts[]; };

void main()
{
    uint bin = group_index();
    uint groups = counting_groups();
    uint row = bin * groups;
    uint carried = 0u;
    for (uint first = 0u; first < groups; first += uint(RADIX_GROUP)) {
        uint at = first + gl_LocalInvocationIndex;
        uint live = min(groups - first, uint(RADIX_GROUP));
        bool inside = bin < uint(RADIX_BINS) && at < groups;
        uint here = inside ? counts[row + at] : 0u;
        uint before = exclusive_sum(here, live);
        if (inside)
            counts[row + at] = carried + before;
        carried += group_sum();
        group_sync();
    }
}
