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

#define KEYS_AT_ONCE 8 // reads in flight

void count_key(uint key)
{
    uint mapped = map_key(key, params.read_negative, params.read_positive);
    atomicAdd(bin_count[digit_of(mapped)], 1u);
}

uint key_at(uint at)
{
    return keys_in[params.keys_in_base + at];
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint group = group_index();
    key_span keys = span_of_group(group);
    bin_count[lane] = 0u; // one bin an invocation
    group_sync();

    const uint stride = uint(RADIX_GROUP);
    const uint leap = uint(KEYS_AT_ONCE) * stride;
    uint at = keys.first + lane;
    for (; at + leap - stride < keys.end; at += leap) {
        uvec4 low = uvec4(key_at(at), key_at(at + stride), key_at(at + 2u * stride),
                          key_at(at + 3u * stride));
        uvec4 high = uvec4(key_at(at + 4u * stride), key_at(at + 5u * stride),
                           key_at(at + 6u * stride), key_at(at + 7u * stride));
        count_key(low.x);
        count_key(low.y);
        count_key(low.z);
        count_key(low.w);
        count_key(high.x);
        count_key(high.y);
        count_key(high.z);
        count_key(high.w);
    }
    for (; at < keys.end; at += stride)
        count_key(key_at(at));
    group_sync();
    if (group < params.group_count)
        counts[lane * params.group_count + group] = bin_count[lane];
}
