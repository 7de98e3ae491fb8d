// SPDX-License-Identifier: MIT
// The words of a caller's texture or buffer in fragment passes. Those of a buffer are in
// a texture to which it was uploaded, or, on GL, in a buffer texture. The including
// shader includes lib/texels.glsl.

// Word `at` of a texture that is `base` wide.
uint fetched_word(usampler2D words, uint base, uint at)
{
    return texelFetch(words, texel_in_width(at, base), 0).x;
}

#ifndef GL_ES
// Word base + at of a buffer.
uint fetched_word(usamplerBuffer words, uint base, uint at)
{
    return texelFetch(words, int(base + at)).x;
}
#define BUFFER_WORDS usamplerBuffer
#else
#define BUFFER_WORDS usampler2D
#endif
