// SPDX-License-Identifier: MIT
// What elements consist of, for fragment passes; element_storage.glsl has the same
// functions for compute passes. With POSITIONS_TEXTURE, RADII_TEXTURE, DEAD_TEXTURE or
// INDICES_TEXTURE the resource is a texture of the caller's, with a position, field or
// index in each texel. Otherwise its words are in a texture to which a buffer was
// uploaded, or, on GL, in a buffer texture. With POSITIONS_TEXTURE, position_of()
// replaces position_word(), but with DEPTHS the texels are words.
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"

#if POSITIONS_TEXTURE && !DEPTHS
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

#if RADII_TEXTURE
uniform usampler2D radii_words;
#else
uniform BUFFER_WORDS radii_words;
#endif

uint radius_word(uint at)
{
    return fetched_word(radii_words, params.radii_base, at);
}

#if DEAD_TEXTURE
uniform usampler2D dead_words;
#else
uniform BUFFER_WORDS dead_words;
#endif

uint dead_word(uint at)
{
    return fetched_word(dead_words, params.dead_base, at);
}

#if PRIMITIVES
#include "order/index_texels.glsl"
#endif
