// SPDX-License-Identifier: MIT
// Maps the input keys to ordered integers, adds their indices, and sorts blocks of 8
// neighbours: the first three levels of the network.
//
//   reads   keys[count]
//   writes  elements[count] in layout 0, one texel of four layers per fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"
#include "bitonic/bitonic_eight.glsl"

layout(std140) uniform Params { bitonic_draw_params params; };

#include "lib/source_texture.glsl"

uvec2 load_element(uint position, uint count)
{
    // Positions past the end hold the largest element; only an ascending block has any.
    uvec2 element = uvec2(0xFFFFFFFFu, position);
    if (position < count)
        element.x = load_key(position);
    return element;
}

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(TEXEL_LAYERS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;
    uvec2 item[8];
    for (int i = 0; i < 8; ++i)
        item[i] = load_element(first + uint(i), count);
    bool descending = descends(first, 2u, direction_of(2u, count));
    // The second run of each merge is read mirrored, so that all comparators of a block
    // of 8 have the same direction.
    CLEAN_1
    COMPARE(0, 3) COMPARE(1, 2) COMPARE(4, 7) COMPARE(5, 6)
    CLEAN_1
    COMPARE(0, 7) COMPARE(1, 6) COMPARE(2, 5) COMPARE(3, 4)
    CLEAN_2
    CLEAN_1
    WRITE_ITEMS
}
