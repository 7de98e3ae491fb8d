// SPDX-License-Identifier: MIT
// First pass on fragments of an order whose positions are in several buffers or textures,
// or are moved by matrices, once for all views (order/order_positions.comp).
//
//   reads   positions of elements or vertices (order/element_texels.glsl)
//           id_words[]   ORDER_MOVE_MATRICES: of each item the index of a matrix;
//                        IDS_TEXTURE: a texture of the caller's
//           matrices     ORDER_MOVE_MATRICES: 16 words of each; MATRICES_TEXTURE: of each
//                        four texels
//   writes  moved[items]   a texel of each: the bits of x, y, z
#define ORDER_PARAMS order_move_params
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"
#include "order/position_texels.glsl"

#if IDS_TEXTURE
uniform usampler2D id_words;
#else
uniform BUFFER_WORDS id_words;
#endif
#if MATRICES_TEXTURE
uniform highp sampler2D matrices_texture;
#else
uniform BUFFER_WORDS matrix_words;
#endif

uint id_word(uint at)
{
    return fetched_word(id_words, params.ids_base, at);
}

vec3 matrix_column(uint matrix, uint column)
{
    uint at = 4u * matrix + column;
#if MATRICES_TEXTURE
    return texelFetch(matrices_texture, texel_in_width(at, params.matrices_base), 0).xyz;
#else
    uvec3 bits = uvec3(fetched_word(matrix_words, params.matrices_base, 4u * at),
                       fetched_word(matrix_words, params.matrices_base, 4u * at + 1u),
                       fetched_word(matrix_words, params.matrices_base, 4u * at + 2u));
    return uintBitsToFloat(bits);
#endif
}
#include "order/moved.glsl"

// Sources follow each other: each also writes what lies between it and the next.
bool is_of_source(uint item)
{
    return !has_flag(ORDER_MOVE_SOURCES) ||
           (item >= run.sources[params.source].z && item < run.sources[params.source].w);
}

layout(location = 0) out uvec4 moved_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= item_count() || !is_of_source(at))
        discard;
    moved_out = uvec4(moved(at), 0u);
}
