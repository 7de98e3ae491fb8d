// SPDX-License-Identifier: MIT
// Pass 1 of 3 of a digit: every group counts the digits of its keys.
//
//   reads   keys_in[count]
//   writes  counts[bin * group_count + group]
//   grid    group_count work groups of RADIX_GROUP
//
// Bin-major, so that the next pass scans each bin's row of groups.
#include "lib/radix.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = RADIX_COUNTS) writeonly buffer Counts
{
    uint counts[];
};

shared uint bin_count[RADIX_BINS];

void count_key(uint at)
{
    uint key = map_key(keys_in[params.keys_in_base + at], params.read_negative,
                       params.read_positive);
    atomicAdd(bin_count[digit_of(key)], 1u);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint group = group_index();
    key_span keys = span_of_group(group);
    bin_count[lane] = 0u; // one bin an invocation
    group_sync();
    for (uint at = keys.first + lane; at < keys.end; at += uint(RADIX_GROUP))
        count_key(at);
    group_sync();
    if (group < params.group_count)
        counts[lane * params.group_count + group] = bin_count[lane];
}
