// SPDX-License-Identifier: MIT
// The words of a caller's texture or buffer in fragment passes. Those of a buffer are in
// a texture to which it was uploaded, or, on GL, in a buffer texture. The including
// shader includes lib/texels.glsl.

// Word `at` of a texture that is `base` wide.
uint fetched_word(usampler2D words, uint base, uint at)
{
    return texelFetch(words, texel_in_width(at, base), 0).x;
}

// Word `at` of a texture whose texels are words; `texel` as in order_params.
ivec2 texel_of_word(uint base, uint texel, uint at)
{
    return texel_in_width(at >> (texel & 3u), base);
}

uint component_of(uvec4 words, uint texel, uint at)
{
    return words[at & ((1u << (texel & 3u)) - 1u)];
}

uint word_of_texels(usampler2D words, uint base, uint texel, uint at)
{
    uint word = (texel >> 2u) + at;
    ivec2 from = texel_of_word(base, texel, word);
    return component_of(texelFetch(words, from, 0), texel, word);
}

#ifndef GL_ES
// Word base + at of a buffer.
uint fetched_word(usamplerBuffer words, uint base, uint at)
{
    return texelFetch(words, int(base + at)).x;
}

uint word_of_texels(usamplerBuffer words, uint base, uint texel, uint at)
{
    return fetched_word(words, base, at);
}

#define BUFFER_WORDS usamplerBuffer
#else
#define BUFFER_WORDS usampler2D
#endif
