// SPDX-License-Identifier: MIT
// Last pass over a view: writes the vertices of each primitive in order. NARROW: the
// indices that it writes have 16 bits, two in a word, and points take this pass too.
// FILLS: also writes what follows, up to params.filled elements; of points without
// NARROW, whose order is there already, only that.
//
//   reads   elements[count]               sorted
//           index_words[]                 the caller's index buffer, for primitives
//   writes  order_out[count * vertices]   points: [count]. NARROW: half as many words;
//                                         the first and the last may keep a half that is
//                                         not this view's
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
#include "order/order_run.glsl"
#include "order/index_storage.glsl"
#include "order/indices.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_ELEMENTS_IN) readonly buffer Elements { uint elements[]; };
layout(std430, binding = ORDER_OUT) buffer Out { uint order_out[]; };

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

#if NARROW
// Word i holds the positions 2 i - params.odd and the next: the order of a view may begin
// in the upper half of a word.
void put_word(uint word, uint count, uint sorted)
{
    uint lower = 2u * word - params.odd; // wraps below position 0
    uint upper = lower + 1u;
    uint bits = 0u;
    uint keep = 0u;
    if (lower < count)
        bits = vertex_at(lower, sorted) & 0xFFFFu;
    else
        keep |= 0xFFFFu;
    if (upper < count)
        bits |= vertex_at(upper, sorted) << 16u;
    else
        keep |= 0xFFFF0000u;
    if (keep != 0u)
        bits |= order_out[params.out_base + word] & keep;
    order_out[params.out_base + word] = bits;
}
#endif

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
#if NARROW
    // The last group also has the word that an odd beginning may add.
    uint words = (count + params.odd + 1u) / 2u;
    bool is_last = count <= first + span;
    uint end = is_last ? words : (first + span) / 2u;
    if (first < count) {
        uint word = first / 2u + gl_LocalInvocationIndex;
        for (; word < end; word += uint(ORDER_GROUP))
            put_word(word, count, sorted);
    }
#else
    uint end = min(first + span, count);
#if FILLS
    if (params.vertices == 0u)
        first = max(first, sorted);
#endif
    uint at = first + gl_LocalInvocationIndex;
    for (; at < end; at += uint(ORDER_GROUP))
        order_out[params.out_base + at] = vertex_at(at, sorted);
#endif
}
