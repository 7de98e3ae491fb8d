// SPDX-License-Identifier: MIT
// Writes the keys or the values of the elements in the caller's form.
//
//   reads   elements[count] (EIGHT: packed, in layout layout_in), values[count]: the copy
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, which every
//           implementation can read into a pixel pack buffer; otherwise the caller's own
//           R32UI texture, keys_base wide
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    bitonic_draw_params params;
};
#if EIGHT
#include "bitonic/bitonic_fetch.glsl"
#else
uniform usampler2D elements_texture;

uvec2 element_at(uint position)
{
    return texelFetch(elements_texture, texel_of(position, params.width_log), 0).xy;
}
#endif

uniform usampler2D values_in_texture;

layout(location = 0) out uvec4 words;

uint word_at(uint position, uint count)
{
    uvec2 element = element_at(min(position, count - 1u));
    if ((params.flags & BITONIC_STORE_VALUES) == 0u)
        return map_key(element.x, params.negative, params.positive);
    if ((params.flags & BITONIC_GATHER) == 0u)
        return element.y;
    return texelFetch(values_in_texture, texel_of(element.y, params.width_log), 0).x;
}

void main()
{
    uint count = sort_count();
#if PACKED
    uint first = fragment_slot(1u << params.width_log) << 2u;
#else
    uint first = fragment_slot(params.keys_base);
#endif
    if (first >= count)
        discard;
#if PACKED
    words = uvec4(word_at(first, count), word_at(first + 1u, count),
                  word_at(first + 2u, count), word_at(first + 3u, count));
#else
    words = uvec4(word_at(first, count));
#endif
}
