// SPDX-License-Identifier: MIT
// Digits and tiles, for all passes of the radix sort but radix_items_*.comp.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

#ifndef COMPUTED
#define COMPUTED 0
#endif
#ifndef PREPARES // the pass also writes a count: lib/count_table.glsl
#define PREPARES 0
#endif
#if COMPUTED
#include "shared/order.h"
#endif

layout(std140, binding = BIND_PARAMS) uniform Params
{
    radix_params params;
#if COMPUTED
    order_params order;
#if PREPARES
    prepare_params table;
    count_row rows[COUNT_ROWS_MANY];
#endif
#endif
};

#include "lib/wide_keys.glsl"

// The bits of the value in a packed word (RADIX_WRITES_WORDS), below those of the digit.
uint word_value_bits()
{
    return (params.io.flags & RADIX_VALUES_OF_24) != 0u ? 24u : 23u;
}

#if KEY_WORDS == 2

// Position of a digit in one of the words of a key: no digit has bits of both.
struct digit_bits {
    uint first;
    uint mask;
    bool is_high;
};
#define NO_DIGIT digit_bits(0u, 0u, false)

// The digits of the low word come first. A digit above the last bit has the mask 0: it is
// 0 in every key, so its scatter copies.
digit_bits bits_of_digit(uint digit)
{
    uint first = params.bit_range & 0xFFFFu;
    uint end = first + (params.bit_range >> 16u);
    uint low_first = min(first, 32u);
    uint low_end = min(end, 32u);
    uint low_digits = (low_end - low_first + uint(RADIX_BITS - 1)) / uint(RADIX_BITS);
    bool is_high = digit >= low_digits;
    uint word_first = is_high ? first - low_first : low_first;
    uint word_end = is_high ? max(end, 32u) - 32u : low_end;
    uint done = uint(RADIX_BITS) * (is_high ? digit - low_digits : digit);
    uint at = min(word_first + done, word_end);
    uint bits = min(word_end - at, uint(RADIX_BITS));
    return digit_bits(min(at, 31u), (1u << bits) - 1u, is_high);
}

uint digit_of(uvec2 key, digit_bits bits)
{
    return (bits.is_high ? key.y : key.x) >> bits.first & bits.mask;
}

#else

// Position of a digit in a key, for a shift and a mask: on an H200 bitfieldExtract()
// takes twice as many instructions.
struct digit_bits {
    uint first;
    uint mask;
};
#define NO_DIGIT digit_bits(0u, 0u)

// A digit above the last bit has the mask 0: it is 0 in every key, so its scatter copies.
digit_bits bits_of_digit(uint digit)
{
    uint bit_count = params.bit_range >> 16u;
    uint before = digit * uint(RADIX_BITS);
#if LONG_DIGITS
    uint third_bits = 32u - word_value_bits();
    before -= digit > 2u ? uint(RADIX_BITS) - third_bits : 0u;
    uint most = digit == 2u ? third_bits : uint(RADIX_BITS);
#else
    const uint most = uint(RADIX_BITS);
#endif
    uint done = min(before, bit_count);
    uint bits = min(bit_count - done, most);
    uint first = (params.bit_range & 0xFFFFu) + done;
    return digit_bits(min(first, 31u), (1u << bits) - 1u);
}

uint digit_of(uint key, digit_bits bits)
{
    return key >> bits.first & bits.mask;
}

#endif

// Between digits: how many (key, value) pairs each output array begins with. They are
// whole tiles, and none if one of the arrays begins at an odd word.
uint pairs_of_outputs(uint keys_base, uint values_base, uint tile)
{
    bool is_aligned = ((keys_base | values_base) & 1u) == 0u;
    return is_aligned ? sort_count() / (2u * tile) * tile : 0u;
}

uint tile_count(uint keys)
{
    return (keys + params.tile - 1u) / params.tile;
}

// Three passes per digit: the number of counting groups. If the count is on the GPU,
// params.group_count is the number for the largest count.
uint counting_groups()
{
    uint groups = params.group_count;
    if ((params.io.flags & RADIX_GPU_COUNT) != 0u)
        groups = min(max(tile_count(sort_count()), 1u), groups);
    return groups;
}

// The work groups that scan the counts of so many counting groups (radix_scan.comp).
uint scan_groups(uint groups)
{
    return groups > uint(RADIX_FEW_GROUPS) ? uint(RADIX_BINS) : 1u;
}

// Three passes per digit: how many neighbouring tiles a counting group has; the last
// groups may have fewer or none.
uint tiles_per_group(uint tiles, uint groups)
{
    return max((tiles + groups - 1u) / groups, 1u);
}

// Keys first .. end - 1 of a tile; empty for a tile index past the last tile.
struct key_span {
    uint first;
    uint end;
};

key_span span_of_tile(uint tile)
{
    uint count = sort_count();
    key_span keys;
    keys.first = min(tile * params.tile, count);
    keys.end = min(keys.first + params.tile, count);
    return keys;
}
