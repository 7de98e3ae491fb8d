// SPDX-License-Identifier: MIT
// What elements consist of, for fragment passes; element_storage.glsl has the same
// functions for compute passes. The words are in textures: the caller's, or those to
// which buffers were uploaded. On GL, where no input is in a texture (POSITIONS_TEXTURE
// is 0), they are in buffer textures. position_texels.glsl has the positions.
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"

#include "order/position_texels.glsl"

#if POSITIONS_TEXTURE > 0
#define FIELD_WORDS usampler2D
#else
#define FIELD_WORDS BUFFER_WORDS
#endif

uniform FIELD_WORDS radii_words;
uniform FIELD_WORDS dead_words;

uint radius_word(uint at)
{
    return word_of_texels(radii_words, params.radii_base, params.radii_texel, at);
}

uint dead_word(uint at)
{
    return word_of_texels(dead_words, params.dead_base, params.dead_texel, at);
}

#if PRIMITIVES
#define INDICES_TEXTURE (POSITIONS_TEXTURE > 0)
#include "order/index_texels.glsl"
#endif
