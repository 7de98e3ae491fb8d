// SPDX-License-Identifier: MIT
// Digits and tiles, for all passes of the radix sort but radix_items_*.comp.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

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

// Position of a digit in a key, for a shift and a mask: on an H200 bitfieldExtract()
// takes twice as many instructions.
struct digit_bits {
    uint first;
    uint mask;
};

// A digit above the last bit has the mask 0: it is 0 in every key, so its scatter copies.
digit_bits bits_of_digit(uint digit)
{
    uint bit_count = params.bit_range >> 16u;
    uint done = min(digit * uint(RADIX_BITS), bit_count);
    uint bits = min(bit_count - done, uint(RADIX_BITS));
    uint first = (params.bit_range & 0xFFFFu) + done;
    return digit_bits(min(first, 31u), (1u << bits) - 1u);
}

uint digit_of(uint key, digit_bits bits)
{
    return key >> bits.first & bits.mask;
}

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
