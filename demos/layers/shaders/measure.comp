// SPDX-License-Identifier: MIT
// The longest list and the number of pixels that have one.
//
//   reads   counts  of each pixel
//   writes  totals  longest, covered; zero before
//   grid    any groups of 256

layout(local_size_x = 256) in;

layout(std430, binding = 2) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 3) buffer Totals { uint used, longest, covered; };

uniform uint pixels;

shared uint group_longest, group_covered;

void main()
{
    uint most = 0u, lists = 0u;
    uint step = 256u * gl_NumWorkGroups.x;
    for (uint at = gl_GlobalInvocationID.x; at < pixels; at += step) {
        most = max(most, counts[at]);
        lists += min(counts[at], 1u);
    }
    if (gl_LocalInvocationIndex == 0u) {
        group_longest = 0u;
        group_covered = 0u;
    }
    barrier();
    atomicMax(group_longest, most);
    atomicAdd(group_covered, lists);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        atomicMax(longest, group_longest);
        atomicAdd(covered, group_covered);
    }
}
