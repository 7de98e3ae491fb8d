// SPDX-License-Identifier: MIT
// What the passes of the radix sort share.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    radix_params params;
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

// Keys first .. end - 1: every group has as many whole tiles, the last ones fewer or
// none. It follows from the count, so it is right for one that only the GPU knows.
struct key_span {
    uint first;
    uint end;
};

key_span span_of_group(uint group)
{
    uint count = sort_count();
    uint tiles = tile_count(count);
    uint span = (tiles + params.group_count - 1u) / params.group_count * params.tile;
    // No overflow: a span is at most the count rounded up.
    uint first = min(group, (count + span) / max(span, 1u)) * span;
    key_span keys;
    keys.first = min(first, count);
    keys.end = min(first + span, count);
    return keys;
}
