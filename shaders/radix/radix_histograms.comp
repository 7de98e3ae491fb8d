// SPDX-License-Identifier: MIT
// First pass of the sort: counts all digits, and decides which digits are skipped and
// from which buffer to which the others scatter.
//
//   reads   keys_in[count]; COMPUTED: what order/computed_keys.glsl reads
//   writes  keys_in[count] if COMPUTED
//           state, all words; arguments[digit]; CHAINED: tile_status[row][bin] = 0
//   grid    1 to RADIX_ALL_MOST_GROUPS groups of RADIX_ALL_GROUP, which share the keys;
//           one even if there are no keys, to write the arguments
//
// The group that finishes last sees the counts of all groups and does the rest, so no
// group waits for another. It resets the counts to 0 for the next dispatch.
#include "lib/extensions.glsl"
#include "radix/radix.glsl"

#define SCAN_SIZE RADIX_ALL_GROUP
#include "lib/scan.glsl"

layout(local_size_x = RADIX_ALL_GROUP) in;

#if COMPUTED
#include "order/computed_keys.glsl"
// Keys that the first digit's pass reads.
layout(std430, binding = RADIX_KEYS_OUT) writeonly buffer ComputedKeys
{
    uint computed_keys[];
};
#else
#define SOURCE_KEYS RADIX_KEYS_IN
#include "lib/source.glsl"
#endif
layout(std430, binding = RADIX_STATE) coherent buffer State
{
    uint state[];
};
layout(std430, binding = RADIX_ARGUMENTS) writeonly buffer Arguments
{
    uint arguments[];
};
#if CHAINED
layout(std430, binding = RADIX_STATUS) writeonly buffer Status
{
    uint tile_status[];
};
#endif

#define ALL_BINS (RADIX_MOST_DIGITS * RADIX_BINS)
#define STRIDE uint(RADIX_ALL_GROUP)

shared uint bin_count[ALL_BINS];
shared uint same_digits; // bit d: digit d is the same in all keys
shared uint groups_done;

digit_bits digit_0;
digit_bits digit_1;
digit_bits digit_2;
digit_bits digit_3;

void find_digits()
{
    digit_0 = bits_of_digit(0u);
    digit_1 = bits_of_digit(1u);
    digit_2 = bits_of_digit(2u);
    digit_3 = bits_of_digit(3u);
}

void count_digit(uint key, uint first_bin, digit_bits bits)
{
    atomicAdd(bin_count[first_bin + digit_of(key, bits)], 1u);
}

void count_key(uint word)
{
    uint mapped = map_key(word, params.io.read_negative, params.io.read_positive);
    // A digit that does not exist would make all keys add to the same word.
    count_digit(mapped, 0u, digit_0);
    if (params.digit_count > 1u)
        count_digit(mapped, uint(RADIX_BINS), digit_1);
    if (params.digit_count > 2u)
        count_digit(mapped, uint(2 * RADIX_BINS), digit_2);
    if (params.digit_count > 3u)
        count_digit(mapped, uint(3 * RADIX_BINS), digit_3);
}

uint take_key(uint at)
{
#if COMPUTED
    uint key = computed_key(at);
    computed_keys[at] = key;
    return key;
#else
    return source_key(at);
#endif
}

uint group_total()
{
    return gl_NumWorkGroups.x * gl_NumWorkGroups.y;
}

// Spans are dealt to the groups in turn, so that groups running at the same time read
// neighbouring memory.
void count_keys(uint count)
{
    uint at = group_index() * uint(RADIX_ALL_SPAN) + gl_LocalInvocationIndex;
    for (; at + 3u * STRIDE < count; at += group_total() * uint(RADIX_ALL_SPAN)) {
        uvec4 keys = uvec4(take_key(at), take_key(at + STRIDE),
                           take_key(at + 2u * STRIDE), take_key(at + 3u * STRIDE));
        count_key(keys.x);
        count_key(keys.y);
        count_key(keys.z);
        count_key(keys.w);
    }
    for (; at < count; at += STRIDE)
        count_key(take_key(at));
}

#if CHAINED
void clear_tile_status(uint words)
{
    uint stride = group_total() * uint(RADIX_ALL_GROUP);
    uint at = group_index() * uint(RADIX_ALL_GROUP) + gl_LocalInvocationIndex;
    for (; at < words; at += stride)
        tile_status[at] = 0u;
}
#endif

// True in all invocations of the group that finishes last.
bool is_last_group()
{
    memoryBarrierBuffer();
    group_sync();
    if (gl_LocalInvocationIndex == 0u)
        groups_done = atomicAdd(state[RADIX_ALL_DONE], 1u) + 1u;
    memoryBarrierBuffer();
    group_sync();
    return groups_done == group_total();
}

// Turns counts into starts, one bin of one digit per invocation. One prefix sum covers
// all digits; each digit's counts add up to `count`, which is subtracted again. All
// groups compute the sum, so that none skips a barrier.
void start_bins(uint count, bool is_last)
{
    uint bin = INDEX_IN_GROUP; // the order of exclusive_sum()
    uint digit = bin / uint(RADIX_BINS);
    uint here = is_last ? atomicExchange(state[uint(RADIX_ALL_COUNTS) + bin], 0u) : 0u;
    uint before = exclusive_sum(here, uint(RADIX_ALL_GROUP));
    if (is_last) {
        state[uint(RADIX_STARTS) + bin] = before - digit * count;
        if (here == count)
            atomicOr(same_digits, 1u << digit);
    }
    group_sync();
}

// A bit mask of the digits that are scattered: those that differ between keys, and others
// if needed to have at least one, or with RADIX_EVEN_SCATTERS an even number.
uint scattered_digits()
{
    uint all = (1u << params.digit_count) - 1u;
    uint scattered = all & ~same_digits;
    uint even = (params.io.flags & RADIX_EVEN_SCATTERS) != 0u ? 1u : 0u;
    for (uint digit = 0u; digit < params.digit_count; ++digit) {
        uint scatters = uint(bitCount(scattered));
        if (scatters == 0u || (scatters & even) != 0u)
            scattered |= 1u << digit;
    }
    return scattered;
}

void write_scatter(uint digit, uint scattered)
{
    bool is_scattered = (scattered >> digit & 1u) != 0u;
    uint before = uint(bitCount(scattered & ((1u << digit) - 1u)));
    uint left = uint(bitCount(scattered >> digit)) - 1u;
    uint to = (left & 1u) == 0u ? RADIX_OUT : RADIX_ALTERNATE;
    uint from = before == 0u ? RADIX_IN : RADIX_OUT + RADIX_ALTERNATE - to;
    uint at = uint(RADIX_SCATTERS) + 4u * digit;
    state[at + uint(RADIX_SCATTER_SOURCE)] = from;
    state[at + uint(RADIX_SCATTER_DESTINATION)] = is_scattered ? to : from;
    state[at + uint(RADIX_SCATTER_ORDER)] = before;
    state[at + uint(RADIX_SCATTER_LAST)] = left == 0u ? 1u : 0u;
    state[uint(RADIX_TICKETS) + digit] = 0u;
}

void write_groups(uint at, uint groups)
{
    uint rows = max((groups + params.group_limit - 1u) / params.group_limit, 1u);
    arguments[at] = (groups + rows - 1u) / rows;
    arguments[at + 1u] = rows;
    arguments[at + 2u] = 1u;
    arguments[at + 3u] = 0u;
}

void write_digit(uint digit, uint tiles)
{
    uint scattered = scattered_digits();
    bool is_scattered = (scattered >> digit & 1u) != 0u;
    uint groups = counting_groups();
    write_scatter(digit, scattered);
    write_groups(RADIX_SCATTER_ARGUMENTS(digit), is_scattered ? tiles : 0u);
    write_groups(RADIX_COUNT_ARGUMENTS(digit), is_scattered ? groups : 0u);
    write_groups(RADIX_SCAN_ARGUMENTS(digit), is_scattered ? uint(RADIX_BINS) : 0u);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    bin_count[lane] = 0u;
    if (lane == 0u)
        same_digits = 0u;
    group_sync();
    find_digits();
#if CHAINED
    clear_tile_status(RADIX_TILE_ROW(tile_count(count)) * uint(RADIX_BINS));
#endif
    count_keys(count);
    group_sync();
    if (bin_count[lane] != 0u)
        atomicAdd(state[uint(RADIX_ALL_COUNTS) + lane], bin_count[lane]);
    bool is_last = is_last_group();
    start_bins(count, is_last);
    if (is_last && lane < params.digit_count)
        write_digit(lane, tile_count(count));
    if (is_last && lane == 0u)
        state[RADIX_ALL_DONE] = 0u;
}
