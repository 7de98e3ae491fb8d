// SPDX-License-Identifier: MIT
// Before the first digit: counts all digits at once, and decides which digits move the
// keys and from where to where.
//
//   reads   keys_in[count]
//   writes  state, all words; arguments[digit]; CHAINED: look[row][bin] = 0
//   grid    groups that share the keys, at most RADIX_ALL_MOST_GROUPS, of RADIX_ALL_GROUP
//
// The group that ends last, whichever it is, has everybody's counts: nobody waits. It
// leaves the counts as 0, which is how it found them.
#include "lib/extensions.glsl"
#include "radix/radix.glsl"

#define SCAN_SIZE RADIX_ALL_GROUP
#include "lib/scan.glsl"

layout(local_size_x = RADIX_ALL_GROUP) in;

#define SOURCE_KEYS RADIX_KEYS_IN
#include "lib/source.glsl"
layout(std430, binding = RADIX_STATE) coherent buffer State
{
    uint state[];
};
layout(std430, binding = RADIX_ARGUMENTS) writeonly buffer Arguments
{
    uint arguments[];
};
#if CHAINED
layout(std430, binding = RADIX_LOOK) writeonly buffer Look
{
    uint look[];
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
    // Not those that are not there: all keys would add to the same word.
    count_digit(mapped, 0u, digit_0);
    if (params.digit_count > 1u)
        count_digit(mapped, uint(RADIX_BINS), digit_1);
    if (params.digit_count > 2u)
        count_digit(mapped, uint(2 * RADIX_BINS), digit_2);
    if (params.digit_count > 3u)
        count_digit(mapped, uint(3 * RADIX_BINS), digit_3);
}

uint group_total()
{
    return gl_NumWorkGroups.x * gl_NumWorkGroups.y;
}

// Groups take turns, so that what all read at a time lies together.
void count_keys(uint count)
{
    uint at = group_index() * uint(RADIX_ALL_SPAN) + gl_LocalInvocationIndex;
    for (; at + 3u * STRIDE < count; at += group_total() * uint(RADIX_ALL_SPAN)) {
        uvec4 keys = uvec4(source_key(at), source_key(at + STRIDE),
                           source_key(at + 2u * STRIDE), source_key(at + 3u * STRIDE));
        count_key(keys.x);
        count_key(keys.y);
        count_key(keys.z);
        count_key(keys.w);
    }
    for (; at < count; at += STRIDE)
        count_key(source_key(at));
}

#if CHAINED
void clear_look(uint words)
{
    uint stride = group_total() * uint(RADIX_ALL_GROUP);
    uint at = group_index() * uint(RADIX_ALL_GROUP) + gl_LocalInvocationIndex;
    for (; at < words; at += stride)
        look[at] = 0u;
}
#endif

// True in all of the group that ends last.
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

// Counts to starts, one bin of one digit an invocation. The sum runs on over the digits,
// each of which adds up to the count. All groups add, so that none skips a barrier.
void start_bins(uint count, bool is_last)
{
    uint bin = PLACE_IN_GROUP; // as exclusive_sum() has it
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

// One bit a digit that moves the keys: those that differ, but at least one, and where the
// keys must not be written over themselves an even number.
uint moving_digits()
{
    uint all = (1u << params.digit_count) - 1u;
    uint moving = all & ~same_digits;
    uint even = (params.flags & RADIX_EVEN_MOVES) != 0u ? 1u : 0u;
    for (uint digit = 0u; digit < params.digit_count; ++digit) {
        uint moves = uint(bitCount(moving));
        if (moves == 0u || (moves & even) != 0u)
            moving |= 1u << digit;
    }
    return moving;
}

void write_move(uint digit, uint moving)
{
    bool moves = (moving >> digit & 1u) != 0u;
    uint before = uint(bitCount(moving & ((1u << digit) - 1u)));
    uint left = uint(bitCount(moving >> digit)) - 1u;
    uint to = (left & 1u) == 0u ? RADIX_OUT : RADIX_SPARE;
    uint from = before == 0u ? RADIX_IN : RADIX_OUT + RADIX_SPARE - to;
    uint at = uint(RADIX_MOVES) + 4u * digit;
    state[at + uint(RADIX_MOVE_FROM)] = from;
    state[at + uint(RADIX_MOVE_TO)] = moves ? to : from;
    state[at + uint(RADIX_MOVE_ORDER)] = before;
    state[at + uint(RADIX_MOVE_LAST)] = left == 0u ? 1u : 0u;
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

void settle(uint digit, uint tiles)
{
    uint moving = moving_digits();
    bool moves = (moving >> digit & 1u) != 0u;
    write_move(digit, moving);
    write_groups(RADIX_TILE_GROUPS(digit), moves ? tiles : 0u);
    write_groups(RADIX_COUNT_GROUPS(digit), moves ? params.group_count : 0u);
    write_groups(RADIX_BIN_GROUPS(digit), moves ? uint(RADIX_BINS) : 0u);
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
    clear_look(RADIX_TILE_ROW(tile_count(count)) * uint(RADIX_BINS));
#endif
    count_keys(count);
    group_sync();
    if (bin_count[lane] != 0u)
        atomicAdd(state[uint(RADIX_ALL_COUNTS) + lane], bin_count[lane]);
    bool is_last = is_last_group();
    start_bins(count, is_last);
    if (is_last && lane < params.digit_count)
        settle(lane, tile_count(count));
    if (is_last && lane == 0u)
        state[RADIX_ALL_DONE] = 0u;
}
