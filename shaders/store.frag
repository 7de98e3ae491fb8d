// SPDX-License-Identifier: MIT
// The sink of all sorts in textures: writes the keys or the values of the sorted elements
// in the caller's form.
//
//   reads   elements[count]   (key, value or index); LAYERED: 8 per texel of four layers,
//                             in layout layout_in, otherwise one per texel
//           values[count]     STORE_GATHER: the copy of the caller's values
//           keys[max_count]   STORE_KEEP_REST: the contents of the caller's buffer
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, a format that
//           every implementation can read into a pixel pack buffer; otherwise the
//           caller's own R32UI texture, keys_out_base wide
#include "shared/io.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    store_params params;
};
#if LAYERED
#include "lib/layered_elements.glsl"
#else
uniform usampler2D elements_texture;

uvec2 element_at(uint position)
{
    return texelFetch(elements_texture, texel_of(position, params.width_log), 0).xy;
}
#endif

uniform usampler2D keys_in_texture;
uniform usampler2D values_in_texture;

layout(location = 0) out uvec4 words;

bool keeps_rest()
{
    return (params.io.flags & STORE_KEEP_REST) != 0u;
}

uint word_at(uint position, uint count)
{
    if (position >= count && keeps_rest()) {
        uint kept = min(position, count_words.max_count - 1u);
        return texelFetch(keys_in_texture, texel_of(kept, params.width_log), 0).x;
    }
    uvec2 element = element_at(min(position, count - 1u));
    if ((params.io.flags & STORE_VALUES) == 0u)
        return map_key(element.x, params.io.write_negative, params.io.write_positive);
    if ((params.io.flags & STORE_GATHER) == 0u)
        return element.y;
    return texelFetch(values_in_texture, texel_of(element.y, params.width_log), 0).x;
}

void main()
{
    uint count = sort_count();
#if PACKED
    uint first = fragment_slot(1u << params.width_log) << 2u;
#else
    uint first = fragment_slot(params.io.keys_out_base);
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
