// SPDX-License-Identifier: MIT
// The positions of fragment passes, with POSITIONS_TEXTURE in a texture of the caller's;
// otherwise their words are in a texture to which a buffer was uploaded, or, on GL, in a
// buffer texture. 2: a pass has written their bits to a texture of the plan's. With
// DEPTHS the texels are words.
#ifndef DEPTHS
#define DEPTHS 0
#endif

#if POSITIONS_TEXTURE == 2
#define POSITION_TEXELS
uniform highp usampler2D positions_texture;

vec3 position_of(uint at)
{
    ivec2 texel = texel_in_width(at, params.positions_base);
    return uintBitsToFloat(texelFetch(positions_texture, texel, 0).xyz);
}
#elif POSITIONS_TEXTURE && !DEPTHS
#define POSITION_TEXELS
uniform highp sampler2D positions_texture;

vec3 position_of(uint at)
{
    ivec2 texel = texel_in_width(at, params.positions_base);
    return texelFetch(positions_texture, texel, 0).xyz;
}
#else
#if POSITIONS_TEXTURE
uniform usampler2D positions_words;
#else
uniform BUFFER_WORDS positions_words;
#endif

uint position_word(uint at)
{
    return fetched_word(positions_words, params.positions_base, at);
}
#endif
