// SPDX-License-Identifier: MIT
// Last pass over a view: writes the vertices of each primitive in order. FILLS: also
// writes what follows, up to params.filled elements; of points, whose order is there
// already, only that.
//
//   reads   elements[count]               sorted
//           index_words[]                 the caller's index buffer, for primitives
//   writes  order_out[count * vertices]   points: [count]
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
#include "order/order_run.glsl"
#include "order/index_storage.glsl"
#include "order/indices.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_ELEMENTS_IN) readonly buffer Elements { uint elements[]; };
layout(std430, binding = ORDER_OUT) writeonly buffer Out { uint order_out[]; };

// The index at this position of the order, of which `sorted` are those of elements.
uint vertex_at(uint at, uint sorted)
{
#if FILLS
    if (at >= sorted)
        return ORDER_NO_ELEMENT;
#endif
    if (params.vertices == 0u)
        return elements[params.elements_base + at];
    uint element = elements[params.elements_base + at / params.vertices];
    return index_at(element * params.vertices + at % params.vertices);
}

void main()
{
    uint vertices = max(params.vertices, 1u);
    uint sorted = sort_count() * vertices;
#if FILLS
    uint count = params.filled * vertices;
#else
    uint count = sorted;
#endif
    uint span = uint(ORDER_TILE) * vertices;
    uint first = group_index() * span;
    uint end = min(first + span, count);
#if FILLS
    if (params.vertices == 0u)
        first = max(first, sorted);
#endif
    uint at = first + gl_LocalInvocationIndex;
    for (; at < end; at += uint(ORDER_GROUP))
        order_out[params.out_base + at] = vertex_at(at, sorted);
}
