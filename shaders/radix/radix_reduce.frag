// SPDX-License-Identifier: MIT
// Adds up the starts of digits of 32 entries. As a start is the number of smaller digits,
// the sum is the same of all these entries; 1024 blocks have fewer than 2^16 elements.
//
//   reads   blocks[entries]  OF_BLOCKS; otherwise sums[entries]
//   writes  sums[h]          of entries 32 * h .. 32 * h + 31; two layers
#include "radix/radix_draws.glsl"
#include "radix/radix_sums.glsl"

layout(location = 0) out uvec4 even_sums;
layout(location = 1) out uvec4 odd_sums;

void main()
{
    uint entries = entries_of(sort_count());
    uint first = own_slot() * uint(DRAW_FAN);
    if (first >= entries)
        discard;
    even_sums = odd_sums = uvec4(0u);
    uint end = min(entries, first + uint(DRAW_FAN));
    for (uint entry = first; entry < end; ++entry) {
        uvec4 even;
        uvec4 odd;
        read_starts(entry, even, odd);
        even_sums += even;
        odd_sums += odd;
    }
}
