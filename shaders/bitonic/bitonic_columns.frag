// SPDX-License-Identifier: MIT
// One to three columns of the network. Three columns have the strides 4 << layout_out,
// 2 << layout_out and 1 << layout_out; fewer have the shortest of these. A fragment reads
// the 8 elements that all three columns would compare, and writes them to one texel.
//
//   reads   elements[count] in layout layout_in
//   writes  elements[count] in layout layout_out, one texel of four layers per fragment
#include "shared/bitonic.h"
#include "lib/count.glsl"

layout(std140) uniform Params { bitonic_draw_params params; };
#include "lib/layered_elements.glsl"
#include "bitonic/bitonic_eight.glsl"

// Positions past the end hold the largest element; blocks there ascend.
uvec2 load_element(uint position, uint count)
{
    return position < count ? element_at(position) : uvec2(0xFFFFFFFFu, position);
}

void main()
{
    uint low = params.layout_out;
    uint first = position_of_texel(fragment_slot(1u << params.width_log), low);
    uint count = sort_count();
    if (first >= count)
        discard;
    uvec2 item[8];
    for (int i = 0; i < 8; ++i)
        item[i] = load_element(first + (uint(i) << low), count);
    uint stage = params.level - 1u;
    bool descending = descends(first, stage, direction_of(stage, count));
    if (params.columns > 2u) {
        CLEAN_4
    }
    if (params.columns > 1u) {
        CLEAN_2
    }
    CLEAN_1
    WRITE_ITEMS
}
