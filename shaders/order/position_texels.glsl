// SPDX-License-Identifier: MIT
// The positions of fragment passes. With POSITIONS_TEXTURE they are in a texture of the
// caller's: 1 has a position in each texel of floats, 2 words; 3 and 4 are the same in an
// array texture. 5: a pass has written their bits to a texture of the plan's. Otherwise
// their words are in a texture to which a buffer was uploaded, or, on GL, in a buffer
// texture. With 1, 3 and 5, position_of() replaces position_word(). With DEPTHS the
// texels of 1 are words.
#ifndef DEPTHS
#define DEPTHS 0
#endif

#if POSITIONS_TEXTURE == 3 || POSITIONS_TEXTURE == 4
// Slot `slot` of layers one after the other, `width` texels of each row.
ivec3 texel_in_layers(uint slot, uint width, int height)
{
    uint row = slot / width;
    uint layer = row / uint(height);
    return ivec3(int(slot - row * width), int(row - layer * uint(height)), int(layer));
}
#endif

#if DEPTHS && POSITIONS_TEXTURE == 1
uniform usampler2D positions_words;

uint position_word(uint at)
{
    return fetched_word(positions_words, params.positions_base, at);
}
#elif POSITIONS_TEXTURE == 5
#define POSITION_TEXELS
uniform highp usampler2D positions_texture;

vec3 position_of(uint at)
{
    ivec2 texel = texel_in_width(at, params.positions_base);
    return uintBitsToFloat(texelFetch(positions_texture, texel, 0).xyz);
}
#elif POSITIONS_TEXTURE == 1
#define POSITION_TEXELS
uniform highp sampler2D positions_texture;

vec3 position_of(uint at)
{
    ivec2 texel = texel_in_width(at, params.positions_base);
    return texelFetch(positions_texture, texel, 0).xyz;
}
#elif POSITIONS_TEXTURE == 2
uniform usampler2D positions_words;

uint position_word(uint at)
{
    return word_of_texels(positions_words, params.positions_base, params.positions_texel,
                          at);
}
#elif POSITIONS_TEXTURE == 3
#define POSITION_TEXELS
uniform highp sampler2DArray positions_texture;

vec3 position_of(uint at)
{
    int height = textureSize(positions_texture, 0).y;
    ivec3 texel = texel_in_layers(at, params.positions_base, height);
    return texelFetch(positions_texture, texel, 0).xyz;
}
#elif POSITIONS_TEXTURE == 4
uniform highp usampler2DArray positions_words;

uint position_word(uint at)
{
    uint word = (params.positions_texel >> 2u) + at;
    int height = textureSize(positions_words, 0).y;
    ivec3 from = texel_in_layers(word >> (params.positions_texel & 3u),
                                 params.positions_base, height);
    return component_of(texelFetch(positions_words, from, 0), params.positions_texel,
                        word);
}
#else
uniform BUFFER_WORDS positions_words;

uint position_word(uint at)
{
    return fetched_word(positions_words, params.positions_base, at);
}
#endif
