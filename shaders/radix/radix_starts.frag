// SPDX-License-Identifier: MIT
// The end of the prefix sum: where the elements of each digit in each block go. A
// fragment writes those of four digits in four blocks, so that a binary search over
// blocks reads four starts at a time.
//
//   reads   blocks[b]      layer 3: the starts of digits in each block
//           starts[group]  of groups of 32 blocks
//   writes  starts         texel 4 * q + i: those of digits 4 * i + layer in blocks
//                          4 * q + component, all ones past the last block. So there is
//                          a texel for each block, but in whole fours
#include "radix/radix_draws.glsl"

uniform usampler2DArray blocks_texture;
uniform usampler2DArray starts_texture;

layout(location = 0) out uvec4 starts_0;
layout(location = 1) out uvec4 starts_1;
layout(location = 2) out uvec4 starts_2;
layout(location = 3) out uvec4 starts_3;

// How many elements of the block have the digits 4 * i to 4 * i + 3.
uvec4 counts_at(uint block, uint i)
{
    uvec4 bytes = texelFetch(blocks_texture, layer_of(block, 3), 0);
    uint own = bytes[i];
    uint after = i < 3u ? bytes[i + 1u & 3u] & 255u : uint(DRAW_BLOCK);
    return uvec4(own >> 8u & 255u, own >> 16u & 255u, own >> 24u, after) -
           uvec4(own & 255u, own >> 8u & 255u, own >> 16u & 255u, own >> 24u);
}

uint group_start(uint group, int layer, uint i)
{
    return texelFetch(starts_texture, layer_of(group, layer), 0)[i];
}

void main()
{
    uint blocks = blocks_of(sort_count());
    uint own = own_slot();
    uint i = own & 3u;
    uint block = own - i;
    if (block >= blocks)
        discard;
    uint group = block / uint(DRAW_FAN);
    uvec4 start_0 = uvec4(group_start(group, 0, i), group_start(group, 1, i),
                          group_start(group, 2, i), group_start(group, 3, i));
    for (uint before = group * uint(DRAW_FAN); before < block; ++before)
        start_0 += counts_at(before, i);

    uvec4 start_1 = uvec4(0xFFFFFFFFu);
    uvec4 start_2 = uvec4(0xFFFFFFFFu);
    uvec4 start_3 = uvec4(0xFFFFFFFFu);
    if (block + 1u < blocks)
        start_1 = start_0 + counts_at(block, i);
    if (block + 2u < blocks)
        start_2 = start_1 + counts_at(block + 1u, i);
    if (block + 3u < blocks)
        start_3 = start_2 + counts_at(block + 2u, i);
    starts_0 = uvec4(start_0.x, start_1.x, start_2.x, start_3.x);
    starts_1 = uvec4(start_0.y, start_1.y, start_2.y, start_3.y);
    starts_2 = uvec4(start_0.z, start_1.z, start_2.z, start_3.z);
    starts_3 = uvec4(start_0.w, start_1.w, start_2.w, start_3.w);
}
