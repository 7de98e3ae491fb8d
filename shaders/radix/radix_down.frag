// SPDX-License-Identifier: MIT
// A middle level of the prefix sum: the starts of 32 entries from those of their group.
//
//   reads   sums[entries]
//           starts[group]  of groups of 32 entries
//   writes  starts[entry]  four layers: digits 4 * i + layer in component i
#include "radix/radix_draws.glsl"
#include "radix/sixteen.glsl"

#define OF_BLOCKS 0
#include "radix/radix_sums.glsl"

uniform usampler2DArray starts_texture;

layout(location = 0) out uvec4 starts_0;
layout(location = 1) out uvec4 starts_1;
layout(location = 2) out uvec4 starts_2;
layout(location = 3) out uvec4 starts_3;

uvec4 group_starts(uint group, int layer)
{
    return texelFetch(starts_texture, layer_of(group, layer), 0);
}

void main()
{
    uint own = own_slot();
    if (own >= entries_of(sort_count()))
        discard;
    uint group = own / uint(DRAW_FAN);
    uint first = group * uint(DRAW_FAN);
    uvec4 even_sums = uvec4(0u);
    uvec4 odd_sums = uvec4(0u);
    for (uint entry = first; entry < own; ++entry) {
        uvec4 even;
        uvec4 odd;
        read_starts(entry, even, odd);
        even_sums += even;
        odd_sums += odd;
    }
    sixteen counts =
        counts_of_starts(unpack(even_sums, odd_sums), (own - first) * params.entry);
    starts_0 = group_starts(group, 0) + counts.of_0;
    starts_1 = group_starts(group, 1) + counts.of_1;
    starts_2 = group_starts(group, 2) + counts.of_2;
    starts_3 = group_starts(group, 3) + counts.of_3;
}
