// SPDX-License-Identifier: MIT
// Pass 2 of 3 of a digit: exclusive prefix sum of each bin's counts over the counting
// groups.
//
//   reads   counts[bin * groups + group], where `groups` is counting_groups()
//   writes  the same, in place
//   grid    RADIX_BINS work groups of RADIX_GROUP, one per bin; for few counting groups
//           one, with an invocation per bin. If the digit is skipped, none, or a scan
//           that no pass reads
#include "radix/radix.glsl"

#define SCAN_SIZE RADIX_GROUP
#include "lib/scan.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_COUNTS) buffer Counts { uint counts[]; };

void scan_bin(uint bin, uint groups)
{
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

// The three reads are in flight together; those past the last group repeat it.
void scan_few(uint bin, uint groups)
{
    uint row = bin * groups;
    uint last = groups - 1u;
    uint first = counts[row];
    uint second = first + counts[row + min(last, 1u)];
    uint third = second + counts[row + min(last, 2u)];
    counts[row] = 0u;
    if (groups > 1u)
        counts[row + 1u] = first;
    if (groups > 2u)
        counts[row + 2u] = second;
    if (groups > 3u)
        counts[row + 3u] = third;
}

void main()
{
    uint groups = counting_groups();
    if (groups > uint(RADIX_FEW_GROUPS))
        scan_bin(group_index(), groups);
    else if (group_index() == 0u)
        scan_few(gl_LocalInvocationIndex, groups);
}
