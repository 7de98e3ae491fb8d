// SPDX-License-Identifier: MIT
// The digits of all keys of a radix sort: a work group counts those of its keys, and the
// group that finishes last decides which digits are skipped, and from which buffer to
// which the others scatter. It also resets the counts to 0 for the next dispatch.
//
// The including shader has work groups of SCAN_SIZE, RADIX_ALL_GROUP or RADIX_GROUP. It
// defines that, and the binding points DIGITS_STATE, DIGITS_ARGUMENTS and, with CHAINED,
// DIGITS_STATUS.
#include "radix/radix.glsl"
#include "lib/scan.glsl"

layout(std430, binding = DIGITS_STATE) coherent buffer RadixState { uint radix_state[]; };
layout(std430, binding = DIGITS_ARGUMENTS) writeonly buffer Arguments
{
    uint arguments[];
};
#if CHAINED
layout(std430, binding = DIGITS_STATUS) writeonly buffer TileStatus
{
    uint tile_status[];
};
#endif

#define ALL_BINS (KEY_WORDS * RADIX_WORD_DIGITS * RADIX_BINS)
#define DIGITS_AT_ONCE (SCAN_SIZE / RADIX_BINS)
#define OWN_BINS uint(ALL_BINS / SCAN_SIZE) // of an invocation

shared uint bin_count[ALL_BINS];
shared uint same_digits; // bit d: digit d is the same in all keys

digit_bits digit_0;
digit_bits digit_1;
digit_bits digit_2;
digit_bits digit_3;
#if KEY_WORDS == 2
digit_bits digit_4;
digit_bits digit_5;
digit_bits digit_6;
digit_bits digit_7;
#endif

uint own_bin(uint i)
{
    return gl_LocalInvocationIndex + i * uint(SCAN_SIZE);
}

#if LONG_DIGITS
// The third digit is cyclic: if the keys' bits from it on differ by less than its bins,
// as most depths do, the fourth digit is skipped, and the bins of the third begin at the
// smallest of these bits.
uint own_most = 0u;            // of these bits
uint own_least = 0u;           // of their complements
uint own_fourth = 0u;          // the fourth digit of the invocation's last key
uint own_fourth_keys = 0u;     // so many keys before that had it and are not counted yet
shared uint most_of_group;
shared uint least_of_group;
shared uint third_first;       // the bin of the third digit with which its order begins
shared uint keys_before_first; // in lower bins

#define THIRD_DIGIT 2u
#define HAS_RANGE (params.digit_count > THIRD_DIGIT + 1u)

void add_fourth_digits()
{
    if (own_fourth_keys != 0u)
        atomicAdd(bin_count[3u * uint(RADIX_BINS) + own_fourth], own_fourth_keys);
    own_fourth_keys = 0u;
}

// Most keys have the same fourth digit, which would make them add to the same word.
void count_fourth_digit(uint digit)
{
    if (digit != own_fourth)
        add_fourth_digits();
    own_fourth = digit;
    ++own_fourth_keys;
}

void add_range(uint key)
{
    own_most = max(own_most, key >> digit_2.first);
    own_least = max(own_least, ~(key >> digit_2.first));
}

// Adds what the invocations have found, and the group's range to that of all groups.
// All invocations must call it, and call group_sync() afterwards.
void add_ranges()
{
    add_fourth_digits();
    for (uint reach = 1u; reach < uint(SUBGROUP); reach *= 2u) {
        own_most = max(own_most, subgroupShuffleXor(own_most, reach));
        own_least = max(own_least, subgroupShuffleXor(own_least, reach));
    }
    if (LANE == 0u) {
        atomicMax(most_of_group, own_most);
        atomicMax(least_of_group, own_least);
    }
    group_sync();
    if (gl_LocalInvocationIndex == 0u) {
        atomicMax(radix_state[RADIX_MOST], most_of_group);
        atomicMax(radix_state[RADIX_LEAST], least_of_group);
    }
}

// In the group that finishes last: decides whether the fourth digit is skipped.
void take_range(bool is_last)
{
    if (is_last && gl_LocalInvocationIndex == 0u) {
        uint most = atomicExchange(radix_state[RADIX_MOST], 0u);
        uint least = ~atomicExchange(radix_state[RADIX_LEAST], 0u);
        bool fits = most - least <= digit_2.mask;
        third_first = fits ? least & digit_2.mask : 0u;
        if (fits)
            atomicOr(same_digits, 1u << THIRD_DIGIT + 1u);
    }
    group_sync();
}

// The start of a bin of a digit from the number of keys in lower bins of the digit.
uint start_of_long_digit(uint at, uint before, uint count)
{
    uint bin = at - THIRD_DIGIT * uint(RADIX_BINS); // of the third digit, or far above
    if (bin == third_first)
        keys_before_first = before;
    group_sync();
    if (bin < uint(RADIX_BINS))
        before += (bin < third_first ? count : 0u) - keys_before_first;
    return before;
}
#endif

// Must be called by all invocations of the group before it counts, with a group_sync()
// between.
void begin_digits()
{
    for (uint i = 0u; i < OWN_BINS; ++i)
        bin_count[own_bin(i)] = 0u;
    if (gl_LocalInvocationIndex == 0u)
        same_digits = 0u;
    digit_0 = bits_of_digit(0u);
    digit_1 = bits_of_digit(1u);
    digit_2 = bits_of_digit(2u);
    digit_3 = bits_of_digit(3u);
#if LONG_DIGITS
    if (gl_LocalInvocationIndex == 0u)
        most_of_group = least_of_group = 0u;
#endif
#if KEY_WORDS == 2
    digit_4 = bits_of_digit(4u);
    digit_5 = bits_of_digit(5u);
    digit_6 = bits_of_digit(6u);
    digit_7 = bits_of_digit(7u);
#endif
}

void count_digit(KEY key, uint first_bin, digit_bits bits)
{
    atomicAdd(bin_count[first_bin + digit_of(key, bits)], 1u);
}

// Of a key in the caller's form.
void count_key(KEY key)
{
    KEY mapped = map_key_in(key);
    // A digit that does not exist would make all keys add to the same word.
    count_digit(mapped, 0u, digit_0);
    if (params.digit_count > 1u)
        count_digit(mapped, uint(RADIX_BINS), digit_1);
    if (params.digit_count > 2u)
        count_digit(mapped, uint(2 * RADIX_BINS), digit_2);
#if LONG_DIGITS
    if (HAS_RANGE) {
        count_fourth_digit(digit_of(mapped, digit_3));
        add_range(mapped);
    }
#else
    if (params.digit_count > 3u)
        count_digit(mapped, uint(3 * RADIX_BINS), digit_3);
#endif
#if KEY_WORDS == 2
    if (params.digit_count > 4u)
        count_digit(mapped, uint(4 * RADIX_BINS), digit_4);
    if (params.digit_count > 5u)
        count_digit(mapped, uint(5 * RADIX_BINS), digit_5);
    if (params.digit_count > 6u)
        count_digit(mapped, uint(6 * RADIX_BINS), digit_6);
    if (params.digit_count > 7u)
        count_digit(mapped, uint(7 * RADIX_BINS), digit_7);
#endif
}

uint group_total()
{
    return gl_NumWorkGroups.x * gl_NumWorkGroups.y;
}

#if CHAINED
// All groups share the work. There may be fewer keys than `most_keys`: a pass that culls
// does not know their number yet.
void clear_tile_status(uint most_keys)
{
    uint words = RADIX_TILE_ROW(tile_count(most_keys)) * uint(RADIX_BINS);
    uint stride = group_total() * uint(SCAN_SIZE);
    uint at = group_index() * uint(SCAN_SIZE) + gl_LocalInvocationIndex;
    for (; at < words; at += stride)
        tile_status[at] = 0u;
}
#endif

void add_count(uint bin)
{
    uint keys = bin_count[bin];
    if (keys != 0u)
        atomicAdd(radix_state[uint(RADIX_ALL_COUNTS) + bin], keys);
}

// Adds the group's counts to those of all groups. A group_sync() must come before.
void add_counts()
{
#if LONG_DIGITS
    if (HAS_RANGE) {
        add_ranges();
        group_sync();
    }
#endif
    for (uint i = 0u; i < OWN_BINS; ++i)
        add_count(own_bin(i));
}

// Turns counts into starts, one bin of one digit per invocation. One prefix sum covers
// DIGITS_AT_ONCE digits; each digit's counts add up to `count`, which is subtracted once
// for every preceding digit. Groups that are not the last one may compute the sum too.
void start_digits(uint first_digit, uint count, bool is_last)
{
    uint bin = INDEX_IN_GROUP; // the order of exclusive_sum()
    uint digit = bin / uint(RADIX_BINS);
    uint at = first_digit * uint(RADIX_BINS) + bin;
    uint here = is_last ? atomicExchange(radix_state[uint(RADIX_ALL_COUNTS) + at], 0u)
                        : 0u;
    uint before = exclusive_sum(here, uint(SCAN_SIZE)) - digit * count;
#if LONG_DIGITS
    if (HAS_RANGE)
        before = start_of_long_digit(at, before, count);
#endif
    if (is_last) {
        radix_state[uint(RADIX_STARTS) + at] = before;
        if (here == count)
            atomicOr(same_digits, 1u << first_digit + digit);
    }
    group_sync();
}

void start_bins(uint count, bool is_last)
{
    const uint digits = uint(KEY_WORDS * RADIX_WORD_DIGITS);
#if LONG_DIGITS
    if (HAS_RANGE)
        take_range(is_last);
#endif
    for (uint digit = 0u; digit < digits; digit += uint(DIGITS_AT_ONCE))
        start_digits(digit, count, is_last);
}

// A bit mask of the digits that are scattered: those that differ between keys, and others
// if needed to have at least one, and with RADIX_EVEN_SCATTERS an even number.
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
    radix_state[at + uint(RADIX_SCATTER_SOURCE)] = from;
    radix_state[at + uint(RADIX_SCATTER_DESTINATION)] = is_scattered ? to : from;
    radix_state[at + uint(RADIX_SCATTER_ORDER)] = before;
    uint next = uint(findMSB(scattered)); // the last of all
    bool has_words = bits_of_digit(next).mask <= 0xFFFFFFFFu >> word_value_bits();
    uint last = left == 0u ? RADIX_IS_LAST : 0u;
    if (has_words && left == 0u && before > 0u)
        last |= RADIX_READS_WORDS;
    if (has_words && left == 1u)
        last |= RADIX_WRITES_WORDS | next << RADIX_NEXT_SHIFT;
    radix_state[at + uint(RADIX_SCATTER_LAST)] = last;
    radix_state[uint(RADIX_TICKETS) + digit] = 0u;
}

void write_arguments(uint at, uint groups)
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
    write_arguments(RADIX_SCATTER_ARGUMENTS(digit), is_scattered ? tiles : 0u);
    write_arguments(RADIX_COUNT_ARGUMENTS(digit), is_scattered ? groups : 0u);
    write_arguments(RADIX_SCAN_ARGUMENTS(digit), is_scattered ? scan_groups(groups) : 0u);
}

// Called in the group that finishes last, after start_bins().
void write_digits(uint count)
{
    if (gl_LocalInvocationIndex < params.digit_count)
        write_digit(gl_LocalInvocationIndex, tile_count(count));
}
