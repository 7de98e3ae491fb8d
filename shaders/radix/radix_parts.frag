// SPDX-License-Identifier: MIT
// Finds the run that every 64th output is in.
//
//   reads   starts    of digits in blocks, see radix_starts.frag
//   writes  parts[s]  of output 64 * s: digit << 26 | block, and where the run starts
#include "radix/radix_draws.glsl"
#include "radix/radix_runs.glsl"

layout(location = 0) out uvec4 part;

void main()
{
    uint count = sort_count();
    uint output_at = own_slot() << uint(DRAW_STRIDE_LOG);
    if (output_at >= count)
        discard;
    uint blocks = blocks_of(count);
    uint digit = digit_of_output(output_at);
    uint start;
    uint block = block_of_output(output_at, digit, 0u, blocks - 1u, start);
    part = uvec4(digit << uint(DRAW_DIGIT_SHIFT) | block, start, 0u, 0u);
}
