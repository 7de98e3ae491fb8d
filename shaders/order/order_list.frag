// SPDX-License-Identifier: MIT
// First pass of an order of listed elements on fragments, once for all views: moves one
// of the caller's inputs to the places of the list (order/order_list.comp).
//
//   reads   list_words[count]   numbers of elements; LIST_TEXTURE: a texture of the
//                               caller's
//           indices_words[]     a field of all elements, or the index buffer
//   writes  listed[count * vertices]   fields: [count]
#include "order/order_run.glsl"
#include "lib/texels.glsl"
#include "order/fetched_words.glsl"
#include "order/index_texels.glsl"

#if LIST_TEXTURE
uniform usampler2D list_words;
#else
uniform BUFFER_WORDS list_words;
#endif

uint list_word(uint at)
{
    return fetched_word(list_words, params.elements_base, at);
}
#include "order/listed.glsl"

layout(location = 0) out uvec4 listed_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    if (at >= sort_count() * max(params.vertices, 1u))
        discard;
    listed_out = uvec4(listed_word(at));
}
