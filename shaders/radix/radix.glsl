// SPDX-License-Identifier: MIT
// What the passes of the radix sort share.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    radix_params params;
};

// Where a digit is in a key. Not for bitfieldExtract(), which is twice as many
// instructions on an H200 as a shift and a mask.
struct digit_bits {
    uint first;
    uint mask;
};

// A digit past the last bit is 0 in every key: it moves them as they are.
digit_bits bits_of_digit(uint digit)
{
    uint done = min(digit * uint(RADIX_BITS), params.bit_count);
    uint bits = min(params.bit_count - done, uint(RADIX_BITS));
    return digit_bits(min(params.first_bit + done, 31u), (1u << bits) - 1u);
}

uint digit_of(uint key, digit_bits bits)
{
    return key >> bits.first & bits.mask;
}

// Pairs of key and value that each output begins with between digits: whole tiles, and
// none if one of the outputs begins at an odd word.
uint pairs_of_outputs(uint keys_base, uint values_base, uint tile)
{
    bool is_aligned = ((keys_base | values_base) & 1u) == 0u;
    return is_aligned ? sort_count() / (2u * tile) * tile : 0u;
}

uint tile_count(uint keys)
{
    return (keys + params.tile - 1u) / params.tile;
}

// Three phases: groups that count have as many neighbouring tiles each, the last ones
// fewer or none.
uint tiles_a_group(uint tiles)
{
    return max((tiles + params.group_count - 1u) / params.group_count, 1u);
}

// Keys first .. end - 1 of a tile; none if it is past the last one.
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
