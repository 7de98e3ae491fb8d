// SPDX-License-Identifier: MIT
// Last pass over a view of primitives: writes the vertices of each element in order.
//
//   reads   elements[count]               sorted
//           index_words[]                 the caller's index buffer
//   writes  order_out[count * vertices]
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
#include "order/order_run.glsl"
#include "order/indices.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_ELEMENTS_IN) readonly buffer Elements
{
    uint elements[];
};
layout(std430, binding = ORDER_OUT) writeonly buffer Out
{
    uint order_out[];
};

void main()
{
    uint first = group_index() * uint(ORDER_TILE);
    uint end = min(first + uint(ORDER_TILE), sort_count()) * params.vertices;
    uint at = first * params.vertices + gl_LocalInvocationIndex;
    for (; at < end; at += uint(ORDER_GROUP)) {
        uint element = elements[at / params.vertices];
        uint vertex = at % params.vertices;
        order_out[params.out_base + at] = index_at(element * params.vertices + vertex);
    }
}
