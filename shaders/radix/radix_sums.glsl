// SPDX-License-Identifier: MIT
// The starts of the digits in an entry of a table, even and odd ones (sixteen.glsl):
// those of a block as radix_local.frag leaves them, or sums of such starts.
#if OF_BLOCKS
uniform usampler2DArray blocks_texture;

void read_starts(uint entry, out uvec4 even, out uvec4 odd)
{
    uvec4 bytes = texelFetch(blocks_texture, layer_of(entry, 3), 0);
    even = bytes & 0x00FF00FFu;
    odd = bytes >> 8u & 0x00FF00FFu;
}
#else
uniform usampler2DArray sums_texture;

void read_starts(uint entry, out uvec4 even, out uvec4 odd)
{
    even = texelFetch(sums_texture, layer_of(entry, 0), 0);
    odd = texelFetch(sums_texture, layer_of(entry, 1), 0);
}
#endif
