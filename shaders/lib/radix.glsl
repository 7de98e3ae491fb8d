// SPDX-License-Identifier: MIT
// What the passes of the radix sort share: digits, and which keys are a group's.
#include "shared/radix.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    radix_params params;
};

uint digit_of(uint key)
{
    return (key >> params.first_bit) & params.digit_mask;
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
    uint tiles = (count + uint(RADIX_TILE) - 1u) / uint(RADIX_TILE);
    uint span = (tiles + params.group_count - 1u) / params.group_count * uint(RADIX_TILE);
    // No overflow: a span is at most the count rounded up.
    uint first = min(group, (count + span) / max(span, 1u)) * span;
    key_span keys;
    keys.first = min(first, count);
    keys.end = min(first + span, count);
    return keys;
}
