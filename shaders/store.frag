// SPDX-License-Identifier: MIT
// Writes the keys or the values of the elements in the caller's form: the end of all
// sorts in textures and of peeks into them. Sorts of wide elements then mostly gather
// (wide_gather.frag), and most draw orders then write the order (order_store.frag).
//
//   reads   PLACE_ARRAYS: keys_in[count], values_in[count] (or makes 0 .. count - 1),
//           the input of the sort; PLACE_ELEMENTS: elements[count] (key, value or index),
//           one per texel; PLACE_LAYERS: 8 per texel of four layers, in layout layout_in;
//           PLACE_SIXTEENS: 16 per texel of eight layers, from place layout_in on;
//           PLACE_WORDS: 16 keys, or indices below a rest of the keys, per texel of four
//           layers; PLACE_WORDS_INPUT: and the input that the indices refer to, keys or
//           values, as keys_in
//           values_in[count]     STORE_GATHER: a copy of the caller's values, into which
//                                the values of the elements are indices
//           EITHER: the elements are in one of two textures, see lib/merges.glsl
//           STORE_REJECTS: never with PLACE_ARRAYS, whose values come without keys
//           rest[max_count]      STORE_KEEP_REST: the contents of the caller's buffer
//           PLAIN: none of the flags but STORE_VALUES
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, a format that
//           every implementation can read into a pixel pack buffer; otherwise an R32UI
//           texture, keys_out_base wide
#include "shared/io.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { store_params params; };
#if PLACE == PLACE_ARRAYS || PLACE == PLACE_WORDS_INPUT
#include "lib/source_texture.glsl"
#else
uniform usampler2D values_in_texture;
#endif
#if PLACE == PLACE_ARRAYS
uvec2 element_at(uint position)
{
    return uvec2(load_key(position), load_value(position));
}
#elif PLACE == PLACE_WORDS || PLACE == PLACE_WORDS_INPUT
uniform usampler2DArray elements_texture;

uint packed_at(uint position)
{
    ivec2 texel = texel_of(position >> 4u, params.width_log);
    uvec4 four = texelFetch(elements_texture, ivec3(texel, int(position >> 2u & 3u)), 0);
    return four[position & 3u];
}

#if PLACE == PLACE_WORDS
uint stored_at(uint position)
{
    uint word = packed_at(position);
    uint index_bits = params.layout_in & WORDS_INDEX;
    return index_bits == WORDS_KEYS
               ? map_key(word, params.io.write_negative, params.io.write_positive)
               : word & (1u << index_bits) - 1u;
}
#else
// Keys or values of the input; or indices, but those of rejected elements: the rest of a
// key tells most elements from these without a look at the key.
uint stored_at(uint position)
{
    uint word = packed_at(position);
    uint index_bits = params.layout_in & WORDS_INDEX;
    uint index = word & (1u << index_bits) - 1u;
    if ((params.io.flags & STORE_REJECTS) == 0u)
        return load_key(index);
    bool may_be = word >> index_bits == params.other_keys_base;
    return may_be && load_key(index) == params.reject ? params.rejected : index;
}
#endif
#elif PLACE == PLACE_LAYERS || PLACE == PLACE_SIXTEENS
#if EITHER
uniform usampler2DArray others_texture;

flat in uint merges_skipped;

#define FETCH_TWO(AT)                                                                    \
    ((merges_skipped & 1u) != 0u ? texelFetch(others_texture, AT, 0)                     \
                                 : texelFetch(elements_texture, AT, 0))
#endif
#if PLACE == PLACE_LAYERS
#include "lib/layered_elements.glsl"
#else
uniform usampler2DArray elements_texture;

#ifndef FETCH_TWO
#define FETCH_TWO(AT) texelFetch(elements_texture, AT, 0)
#endif

uvec2 element_at(uint position)
{
    uint place = position + params.layout_in;
    ivec2 texel = texel_of(place >> uint(SIXTEENS_LOG), params.width_log);
    uvec4 two = FETCH_TWO(ivec3(texel, int(place >> 1u & 7u)));
    return (place & 1u) == 0u ? two.xy : two.zw;
}
#endif
#else
uniform usampler2D elements_texture;

uvec2 element_at(uint position)
{
    return texelFetch(elements_texture, texel_of(position, params.width_log), 0).xy;
}
#endif

uniform usampler2D rest_texture;

layout(location = 0) out uvec4 words;

bool keeps_rest()
{
    return (params.io.flags & STORE_KEEP_REST) != 0u;
}

#if PLAIN
// Renderers on the CPU would fetch all that a condition rules out.
uint word_at(uint position, uint count)
{
    uint at = min(position, count - 1u);
#if PLACE == PLACE_WORDS || PLACE == PLACE_WORDS_INPUT
    return stored_at(at);
#else
    uvec2 element = element_at(at);
    uint key = map_key(element.x, params.io.write_negative, params.io.write_positive);
    return (params.io.flags & STORE_VALUES) == 0u ? key : element.y;
#endif
}
#else
uint word_at(uint position, uint count)
{
    if (position >= count && keeps_rest()) {
        uint kept = min(position, count_words.max_count - 1u);
        ivec2 texel = texel_in_width(kept, params.io.keys_out_base);
        return texelFetch(rest_texture, texel, 0).x;
    }
#if PLACE == PLACE_WORDS || PLACE == PLACE_WORDS_INPUT
    return stored_at(min(position, count - 1u));
#else
    uvec2 element = element_at(min(position, count - 1u));
    uint key = map_key(element.x, params.io.write_negative, params.io.write_positive);
    if ((params.io.flags & STORE_VALUES) == 0u)
        return key;
    if ((params.io.flags & STORE_REJECTS) != 0u && key == params.reject)
        return params.rejected;
    if ((params.io.flags & STORE_GATHER) == 0u)
        return element.y;
    uint word = element.y + element.y * params.io.values_in_gap;
    ivec2 texel = texel_in_width(word, params.io.values_in_base);
    return texelFetch(values_in_texture, texel, 0).x;
#endif
}
#endif

void main()
{
    uint count = sort_count();
    uint first = fragment_slot(params.io.keys_out_base);
#if PACKED
    first <<= 2u;
#endif
    if (first >= (keeps_rest() ? count_words.max_count : count))
        discard;
#if PACKED
    words = uvec4(word_at(first, count), word_at(first + 1u, count),
                  word_at(first + 2u, count), word_at(first + 3u, count));
#else
    words = uvec4(word_at(first, count));
#endif
}
