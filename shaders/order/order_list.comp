// SPDX-License-Identifier: MIT
// First pass of an order of listed elements, once for all views: moves one of the
// caller's inputs to the places of the list, so that all other passes take these places
// for the elements.
//
//   reads   list_words[count]   numbers of elements
//           index_words[]       a field of all elements, radius_stride words apart;
//                               or the index buffer of primitives
//   writes  listed_out[count * vertices]   fields: [count]
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
#include "order/order_run.glsl"
#include "order/index_storage.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_LIST) readonly buffer List { uint list_words[]; };
layout(std430, binding = ORDER_LISTED) writeonly buffer Listed { uint listed_out[]; };

uint list_word(uint at)
{
    return list_words[params.elements_base + at];
}
#include "order/listed.glsl"

void main()
{
    uint items = max(params.vertices, 1u);
    uint span = uint(ORDER_TILE) * items;
    uint first = group_index() * span;
    uint end = min(first + span, sort_count() * items);
    for (uint at = first + gl_LocalInvocationIndex; at < end; at += uint(ORDER_GROUP))
        listed_out[at] = listed_word(at);
}
