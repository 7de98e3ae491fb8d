// SPDX-License-Identifier: MIT
// Prefix sum over a work group (Hillis and Steele 1986): log steps, no subgroup
// operation. The including shader defines SCAN_SIZE, its group size.
#include "lib/group.glsl"

// Zeros in front, so that no step needs a test.
shared uint scan_words[2 * SCAN_SIZE];

// Sum of the values of all invocations before this one, of the first `live`; few of them
// take few steps. All of the group must call it, and sync before they do so again.
uint exclusive_sum(uint value, uint live)
{
    uint at = uint(SCAN_SIZE) + gl_LocalInvocationIndex;
    scan_words[gl_LocalInvocationIndex] = 0u;
    scan_words[at] = value;
    group_sync();
    for (uint reach = 1u; reach < live; reach <<= 1u) {
        uint before = scan_words[at - reach];
        group_sync();
        scan_words[at] += before;
        group_sync();
    }
    return scan_words[at] - value;
}

// The sum over the first `live` invocations; after exclusive_sum().
uint whole_sum(uint live)
{
    return scan_words[uint(SCAN_SIZE) + live - 1u];
}
