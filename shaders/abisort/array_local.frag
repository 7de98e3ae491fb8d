// SPDX-License-Identifier: MIT
// Maps the input keys to ordered integers and sorts blocks of 8 elements.
//
//   reads   keys[count], values[count] (or makes 0 .. count - 1, or 0)
//   writes  elements[count], ascending within each block of 8; one texel of four layers
//           per fragment
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { array_params params; };

#include "lib/source_texture.glsl"

#include "lib/eight_targets.glsl"

uvec2 load_element(uint position, uint count)
{
    // Positions past the end get the largest key, which stays after all keys of the
    // input.
    uvec2 element = uvec2(0xFFFFFFFFu, 0u);
    if (position < count) {
        element.x = load_key(position);
        element.y = load_value(position);
    }
    return element;
}

uint compared(uint key)
{
    return key & params.io.key_mask;
}

#define COMPARATOR(A, B)                                                                 \
    if (compared(item[A].x) > compared(item[B].x)) {                                     \
        uvec2 other = item[A];                                                           \
        item[A] = item[B];                                                               \
        item[B] = other;                                                                 \
    }
#include "lib/odd_even.glsl"

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(TEXEL_ITEMS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;

    uvec2 item[TEXEL_ITEMS];
    // Without a loop the elements stay in registers, also on renderers on the CPU.
    item[0] = load_element(first, count);
    item[1] = load_element(first + 1u, count);
    item[2] = load_element(first + 2u, count);
    item[3] = load_element(first + 3u, count);
    item[4] = load_element(first + 4u, count);
    item[5] = load_element(first + 5u, count);
    item[6] = load_element(first + 6u, count);
    item[7] = load_element(first + 7u, count);
    ODD_EVEN_SORT
    WRITE_ITEMS
}
