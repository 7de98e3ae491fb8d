// SPDX-License-Identifier: MIT
// The last level of the prefix sum: where the elements of each digit in each entry go.
// Every fragment adds up all entries, which are few.
//
//   reads   sums[entries]
//   writes  starts[entry]  four layers: digits 4 * i + layer in component i
#include "radix/radix_draws.glsl"
#include "radix/sixteen.glsl"

#define OF_BLOCKS 0
#include "radix/radix_sums.glsl"

layout(location = 0) out uvec4 starts_0;
layout(location = 1) out uvec4 starts_1;
layout(location = 2) out uvec4 starts_2;
layout(location = 3) out uvec4 starts_3;

void main()
{
    uint entries = entries_of(sort_count());
    uint own = own_slot();
    if (own >= entries)
        discard;
    sixteen sums = sixteen(uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
    sixteen before = sums;
    for (uint entry = 0u; entry < entries; ++entry) {
        uvec4 even;
        uvec4 odd;
        if (entry == own)
            before = sums;
        read_starts(entry, even, odd);
        sixteen start = unpack(even, odd);
        sums.of_0 += start.of_0;
        sums.of_1 += start.of_1;
        sums.of_2 += start.of_2;
        sums.of_3 += start.of_3;
    }
    sixteen counts = counts_of_starts(before, own * params.entry);
    starts_0 = sums.of_0 + counts.of_0;
    starts_1 = sums.of_1 + counts.of_1;
    starts_2 = sums.of_2 + counts.of_2;
    starts_3 = sums.of_3 + counts.of_3;
}
