// SPDX-License-Identifier: MIT
// What orders of few elements in one pass have in common: the number of elements and the
// outputs. order/order_all.comp computes all keys in every work group,
// order/order_exchange.comp each key once, unless a group waits too long for another.
//
// The including shader defines GROUP, its invocations; DEPTHS_POINT, the binding point of
// the depths, if it has one; and the variant: PRIMITIVES, FRUSTUM and PLAIN.
#define ORDER_VIEW view_at
uint view_at = 0u;
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"
#include "order/commands.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = ORDER_ALL_OUT) writeonly buffer Out { uint order_out[]; };
layout(std430, binding = ORDER_COUNT_IN) readonly buffer CountIn { uint count_in[]; };
#ifdef DEPTHS_POINT
layout(std430, binding = DEPTHS_POINT) writeonly buffer Depths { uint depths_out[]; };
#endif

uint element_count()
{
    if (has_flag(ORDER_COUNT_FIELD))
        return min(count_in[params.count_base], params.max_count);
    return sort_count();
}

// An element, or ORDER_NO_ELEMENT.
void put_element(uint at, uint element)
{
#if PRIMITIVES
    for (uint i = 0u; i < params.vertices; ++i) {
        uint index = ORDER_NO_ELEMENT;
        if (element != ORDER_NO_ELEMENT)
            index = index_at(element * params.vertices + i);
        order_out[params.out_base + at * params.vertices + i] = index;
    }
#else
    order_out[params.out_base + at] = element;
#endif
}

// After the visible elements.
void fill_rest(uint rank)
{
    put_element(view_at * params.max_count + rank, ORDER_NO_ELEMENT);
}

// depth: as depths_out has it.
void store_element(uint rank, uint element, uint depth)
{
    uint at = view_at * params.max_count + rank;
    put_element(at, element);
#ifdef DEPTHS_POINT
    if (has_flag(ORDER_WRITES_DEPTHS))
        depths_out[params.depths_base + at] = depth;
#endif
}
