// SPDX-License-Identifier: MIT
// What elements consist of, for fragment passes; element_storage.glsl has the same
// functions for compute passes. With RADII_TEXTURE, DEAD_TEXTURE or INDICES_TEXTURE the
// resource is a texture of the caller's. Otherwise its words are in a texture to which a
// buffer was uploaded, or, on GL, in a buffer texture. position_texels.glsl has the
// positions.
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"

#include "order/position_texels.glsl"

#if RADII_TEXTURE
uniform usampler2D radii_words;

uint radius_word(uint at)
{
    return word_of_texels(radii_words, params.radii_base, params.radii_texel, at);
}
#else
uniform BUFFER_WORDS radii_words;

uint radius_word(uint at)
{
    return fetched_word(radii_words, params.radii_base, at);
}
#endif

#if DEAD_TEXTURE
uniform usampler2D dead_words;

uint dead_word(uint at)
{
    return word_of_texels(dead_words, params.dead_base, params.dead_texel, at);
}
#else
uniform BUFFER_WORDS dead_words;

uint dead_word(uint at)
{
    return fetched_word(dead_words, params.dead_base, at);
}
#endif

#if PRIMITIVES
#include "order/index_texels.glsl"
#endif
