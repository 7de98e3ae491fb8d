// SPDX-License-Identifier: MIT
// The ping-pong buffer of very many pairs as a texture, with key and value in one texel.
// Radix scatters short runs of neighbours, and textures store squares of texels together.
// So 4 neighbours are a square of 2 x 2, 16 are two rows of 8, 64 are a square of 8 x 8,
// and these squares fill strips as wide as the texture.
layout(rg32ui, binding = PAIR_IMAGE) writeonly uniform uimage2D pair_image;
layout(binding = UNIT_PAIRS) uniform usampler2D pair_texture;

ivec2 texel_of(uint at)
{
    uint across = at >> 6u & uint(PAIR_WIDTH / 8 - 1);
    uint strip = at / uint(8 * PAIR_WIDTH);
    uint x = (at & 1u) | (at >> 1u & 6u);
    uint y = (at >> 1u & 1u) | (at >> 3u & 6u);
    return ivec2(across << 3u | x, strip << 3u | y);
}

uvec2 load_pair(uint at)
{
    return texelFetch(pair_texture, texel_of(at), 0).xy;
}

void store_pair(uint at, uvec2 pair)
{
    imageStore(pair_image, texel_of(at), pair.xyxy);
}
