// SPDX-License-Identifier: MIT
// Writes the order of a view, its elements or depths, or the visible counts of all views,
// in the caller's form.
//
//   reads   elements[count]   in order
//           keys[count]       ORDER_STORE_DEPTHS: by element
//           visible[views]    a column of texels; ORDER_EMPTY: all counts are 0
//           indices_words[]   VERTICES: the caller's index buffer, for primitives
//   writes  params.count words from params.first on; those after the visible elements
//           are params.rest. With a count on the GPU, only rows that have elements below
//           it (order_fill.frag has filled the others); the visible counts are always
//           written. The texture is out_width wide. PACKED: words 4 * slot .. 4 * slot +
//           3 of the view in one RGBA32UI texel; otherwise a word in an R32UI texel.
//           VERTICES: the vertices of each primitive in order
#include "order/order_sink.glsl"
#if VERTICES
#include "order/fetched_words.glsl"
#include "order/index_texels.glsl"
#define INDEX_ODD params.index_odd
#include "order/indices.glsl"
#endif

uniform usampler2D visible_texture;

layout(location = 0) out uvec4 words;

uint visible_of(uint view)
{
    return texelFetch(visible_texture, ivec2(0, int(view)), 0).x;
}

uint word_at(uint at)
{
    if (has_flag(ORDER_EMPTY))
        return 0u;
    if (has_flag(ORDER_STORE_VISIBLE))
        return visible_of(min(at, params.count - 1u));
#if VERTICES
    uint vertex = at % params.vertices;
    at /= params.vertices;
#endif
    if (at >= visible_of(params.view))
        return params.rest;
    uint element = element_at(at);
    if (has_flag(ORDER_STORE_DEPTHS))
        return key_at(element);
#if VERTICES
    return index_at(element * params.vertices + vertex);
#else
    return element;
#endif
}

void main()
{
    uint slot = fragment_slot(params.out_width) - params.first; // wraps before the first
#if PACKED
    uint at = slot << 2u;
    if (at >= params.count)
        discard;
    words = uvec4(word_at(at), word_at(at + 1u), word_at(at + 2u),
                  word_at(at + 3u));
#else
    if (slot >= params.count)
        discard;
    words = uvec4(word_at(slot));
#endif
}
