// SPDX-License-Identifier: MIT
// Prefix sum over a work group. The including shader defines SCAN_SIZE, its group size,
// and may define SUBGROUPS as lib/subgroup.glsl says.
//
// A shader that calls exclusive_sum() twice may define SCAN_ZERO as a variable that is
// always 0, and set it between the calls to a 0 that compilers cannot know. Otherwise
// they may keep up to 64 comparisons of the first call for the second one, and Mesa's
// compiler for GPUs of AMD then has too few scalar registers.
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

// Sum of the chunks before `end`. All invocations of a chunk get it.
uint sum_of_chunks(uint end)
{
    uint sum = LANE < end ? subgroup_sums[LANE] : 0u;
    sum += subgroupShuffleXor(sum, 1u);
    sum += subgroupShuffleXor(sum, 2u);
    sum += subgroupShuffleXor(sum, 4u);
#if SCAN_SIZE > 256
    sum += subgroupShuffleXor(sum, 8u);
#endif
#if SCAN_SIZE > 512
    sum += subgroupShuffleXor(sum, 16u);
#endif
    return subgroupShuffle(sum, 0u);
}

// Sum of the values of all invocations before this one, in the order of INDEX_IN_GROUP.
// Values from INDEX_IN_GROUP == `live` on must be 0. All invocations of the group must
// call it, and call group_sync() before the next call.
uint exclusive_sum(uint value, uint live)
{
    uint sum = subgroup_sum(value);
    if (LANE == uint(SUBGROUP - 1))
        subgroup_sums[CHUNK] = sum;
    group_sync();
    return sum_of_chunks(CHUNK) + sum - value;
}

#else

// The values are in rows: an invocation adds up the values before it in its row and the
// sums of the preceding rows. The invocations of a row read the same words, which is
// cheap, and two barriers are enough.
#if SCAN_SIZE > 512
#define SCAN_ROW 32
#else
#define SCAN_ROW 16
#endif
#define SCAN_ROWS (SCAN_SIZE / SCAN_ROW)
#ifndef SCAN_ZERO
#define SCAN_ZERO 0u
#endif

shared uint scan_words[SCAN_SIZE];
shared uint scan_row_sums[SCAN_ROWS];

// Sum of the values of all invocations before this one, in the order of INDEX_IN_GROUP.
// Invocations from INDEX_IN_GROUP == `live` on must pass 0, and get no valid sum.
// All invocations of the group must call it, and call group_sync() before the next call.
uint exclusive_sum(uint value, uint live)
{
    uint row = INDEX_IN_GROUP / uint(SCAN_ROW) + SCAN_ZERO;
    uint column = INDEX_IN_GROUP % uint(SCAN_ROW) + SCAN_ZERO;
    scan_words[INDEX_IN_GROUP] = value;
    group_sync();
    uint before = 0u;
    uint sum = 0u;
    if (INDEX_IN_GROUP < live) {
        for (uint at = 0u; at < uint(SCAN_ROW); ++at) {
            uint word = scan_words[row * uint(SCAN_ROW) + at];
            before += at < column ? word : 0u;
            sum += word;
        }
    }
    if (column == 0u)
        scan_row_sums[row] = sum;
    group_sync();
    for (uint at = 0u; at < uint(SCAN_ROWS); ++at)
        before += at < row ? scan_row_sums[at] : 0u;
    return before;
}

// Sum over the work group; must follow exclusive_sum().
uint group_sum()
{
    uint sum = 0u;
    for (uint at = 0u; at < uint(SCAN_ROWS); ++at)
        sum += scan_row_sums[at];
    return sum;
}

#endif
