// SPDX-License-Identifier: MIT
// Prefix sum over a work group. The including shader defines SCAN_SIZE, its group size,
// and may define SUBGROUPS or BALLOTS as lib/subgroup.glsl says.
#include "lib/group.glsl"
#include "lib/subgroup.glsl"

#if SUBGROUPS

shared uint subgroup_sums[SUBGROUP];

uint subgroup_sum(uint value)
{
    uint sum = value;
    uint other;
#define ADD_FROM(REACH)                                                                  \
    other = subgroupShuffleUp(sum, REACH);                                               \
    sum += LANE >= REACH ? other : 0u;
    ADD_FROM(1u)
    ADD_FROM(2u)
    ADD_FROM(4u)
    ADD_FROM(8u)
    ADD_FROM(16u)
    return sum;
}

// Sum of the values of all invocations before this one, in the order of PLACE_IN_GROUP.
// `live`: all values from there on are 0. All of the group must call it, and sync before
// they do so again.
uint exclusive_sum(uint value, uint live)
{
    uint sum = subgroup_sum(value);
    if (LANE == uint(SUBGROUP - 1))
        subgroup_sums[CHUNK] = sum;
    group_sync();
    uint sums = LANE < uint(SCAN_SIZE / SUBGROUP) ? subgroup_sums[LANE] : 0u;
    uint before = subgroup_sum(sums) - sums;
    return subgroupShuffle(before, CHUNK) + sum - value;
}

#else

// After W. D. Hillis and G. L. Steele, "Data Parallel Algorithms", 1986, but four values
// a step instead of two: half as many steps, each of which has two barriers. Zeros in
// front, so that no step needs a test: the last one reads three quarters of the values
// back, if their number is a power of four.
shared uint scan_words[2 * SCAN_SIZE];

// Sum of the values of all invocations before this one, in the order of PLACE_IN_GROUP,
// of the first `live`; few of them take few steps. All of the group must call it, and
// sync before they do so again. SCAN_SIZE is a power of four, or `live` at most a smaller
// one.
uint exclusive_sum(uint value, uint live)
{
    uint at = uint(SCAN_SIZE) + PLACE_IN_GROUP;
    scan_words[PLACE_IN_GROUP] = 0u;
    scan_words[at] = value;
    group_sync();
    for (uint reach = 1u; reach < live; reach <<= 2u) {
        uint before = scan_words[at - reach] + scan_words[at - 2u * reach] +
                      scan_words[at - 3u * reach];
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

#endif
