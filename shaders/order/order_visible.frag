// SPDX-License-Identifier: MIT
// Counts the visible elements of a view, which come first, by a binary search for the
// first rejected one.
//
//   reads   keys[count]       params.reject if rejected
//           elements[count]   in order
//   writes  visible[view]     one texel
#include "order/order_sink.glsl"

layout(location = 0) out uvec4 visible_out;

void main()
{
    uint first = 0u;
    uint end = sort_count();
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (key_at(element_at(middle)) == params.reject)
            end = middle;
        else
            first = middle + 1u;
    }
    visible_out = uvec4(first);
}
