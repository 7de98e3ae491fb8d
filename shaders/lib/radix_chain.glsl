// SPDX-License-Identifier: MIT
// What the passes of the radix sort with a single pass a digit share.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    radix_chain_params params;
};

// First bit and number of bits of a digit. One past the last bit is 0 in every key: it
// moves them as they are.
ivec2 bits_of_digit(uint digit)
{
    uint done = min(digit * uint(RADIX_BITS), params.bit_count);
    uint bits = min(params.bit_count - done, uint(RADIX_BITS));
    return ivec2(int(min(params.first_bit + done, 31u)), int(bits));
}

uint tile_count(uint keys)
{
    return (keys + params.tile - 1u) / params.tile;
}
