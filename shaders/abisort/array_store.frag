// SPDX-License-Identifier: MIT
// Writes the keys or the values of the sorted elements in the caller's form.
//
//   reads   elements[count]
//           rest[max_count]   PACKED, with a count on the GPU: what the caller has
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, which every
//           implementation can read into a pixel pack buffer; otherwise the caller's own
//           R32UI texture, keys_out_base wide
#include "shared/array.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"

layout(std140) uniform Params
{
    array_params params;
};
#include "abisort/items.glsl"

#if PACKED
uniform usampler2D keys_in_texture;
#endif

layout(location = 0) out uvec4 words;

bool keeps_rest()
{
    return (params.flags & ARRAY_KEEP_REST) != 0u;
}

uint word_at(uint position, uint count)
{
#if PACKED
    if (position >= count && keeps_rest()) {
        uint kept = min(position, count_words.max_count - 1u);
        return texelFetch(keys_in_texture, texel_of(kept, params.width_log), 0).x;
    }
#endif
    uvec2 element = element_at(min(position, count - 1u));
    if ((params.flags & ARRAY_STORE_VALUES) != 0u)
        return element.y;
    return map_key(element.x, params.write_negative, params.write_positive);
}

void main()
{
    uint count = sort_count();
#if PACKED
    uint first = fragment_slot(1u << params.width_log) << 2u;
#else
    uint first = fragment_slot(params.keys_out_base);
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
