// SPDX-License-Identifier: MIT
// Writes the keys or the values of the sorted elements in the caller's form.
//
//   reads   elements[count], values[count]: the copy of the caller's values
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, which every
//           implementation can read into a pixel pack buffer; otherwise the caller's own
//           R32UI texture, keys_base wide
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/keys.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    tree_io_params params;
};

uniform usampler2D elements_texture;
uniform usampler2D values_in_texture;

layout(location = 0) out uvec4 words;

uint word_at(uint position, uint count)
{
    ivec2 texel = texel_of(min(position, count - 1u), params.width_log);
    uvec4 element = texelFetch(elements_texture, texel, 0);
    if ((params.flags & TREE_STORE_VALUES) == 0u)
        return map_key(element.x, params.negative, params.positive);
    if ((params.flags & TREE_GATHER_VALUES) == 0u)
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
