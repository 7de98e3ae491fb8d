// SPDX-License-Identifier: MIT
// Three phases, pass 1 of a digit: every group counts the digits of its keys.
//
//   reads   keys[count] of the place that the move says
//   writes  counts[bin * group_count + group]
//   grid    group_count work groups of RADIX_GROUP; none if the digit is skipped
//
// Bin-major, so that the next pass scans each bin's row of groups.
#include "lib/radix_move.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_COUNTS) writeonly buffer Counts
{
    uint counts[];
};

shared uint bin_count[RADIX_BINS];

#define KEYS_AT_ONCE 8 // reads in flight
#define STRIDE uint(RADIX_GROUP)
#define LEAP uint(KEYS_AT_ONCE * RADIX_GROUP)

// One branch for eight reads, so that they are in flight together.
#define FOUR_KEYS(ARRAY, AT)                                                             \
    uvec4(ARRAY[AT], ARRAY[AT + STRIDE], ARRAY[AT + 2u * STRIDE], ARRAY[AT + 3u * STRIDE])

void read_keys(uint at, out uvec4 low, out uvec4 high)
{
    uint word = keys_from_base + at;
    uint next = word + 4u * STRIDE;
    if (move_from == RADIX_IN) {
        low = FOUR_KEYS(keys_in, word);
        high = FOUR_KEYS(keys_in, next);
    } else if (move_from == RADIX_SPARE) {
        low = FOUR_KEYS(keys_spare, word);
        high = FOUR_KEYS(keys_spare, next);
    } else {
        low = FOUR_KEYS(keys_out, word);
        high = FOUR_KEYS(keys_out, next);
    }
}

void count_key(uint key)
{
    uint mapped = map_key(key, read_map.x, read_map.y);
    atomicAdd(bin_count[digit_at_hand(mapped)], 1u);
}

void count_keys(uvec4 keys)
{
    count_key(keys.x);
    count_key(keys.y);
    count_key(keys.z);
    count_key(keys.w);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint group = group_index();
    key_span keys = span_of_group(group);
    read_move();
    bin_count[lane] = 0u; // one bin an invocation
    group_sync();

    uint at = keys.first + lane;
    for (; at + LEAP - STRIDE < keys.end; at += LEAP) {
        uvec4 low;
        uvec4 high;
        read_keys(at, low, high);
        count_keys(low);
        count_keys(high);
    }
    for (; at < keys.end; at += STRIDE)
        atomicAdd(bin_count[digit_at_hand(key_at(at))], 1u);
    group_sync();
    if (group < params.group_count)
        counts[lane * params.group_count + group] = bin_count[lane];
}
