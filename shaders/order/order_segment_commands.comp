// SPDX-License-Identifier: MIT
// Last pass of an order of segments: writes the number of visible elements of each
// segment and its command. Rejected elements have the largest key, so they come last in
// their segment, and a binary search for the first of them counts the visible ones.
//
//   reads   offsets[segments + 1], sorted_keys[count]; ORDER_EMPTY: neither
//   writes  visible_out[segments], if the order has it
//           commands[segments], if the order has it, params.command_stride words apart
//   grid    an invocation for each of params.view_count segments, work groups of
//           ORDER_SEGMENT_GROUP
#include "order/order_run.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_SEGMENT_GROUP) in;

layout(std430, binding = ORDER_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = ORDER_SORTED_KEYS) readonly buffer SortedKeys
{
    uint sorted_keys[];
};
#include "order/commands.glsl"

uint first_rejected(uint first, uint end)
{
    while (first < end) {
        uint middle = first + (end - first) / 2u;
        if (sorted_keys[params.depths_base + middle] == params.reject)
            end = middle;
        else
            first = middle + 1u;
    }
    return end;
}

void main()
{
    uint segment = group_index() * uint(ORDER_SEGMENT_GROUP) + gl_LocalInvocationIndex;
    uint first = 0u;
    uint end = 0u;
    if (segment >= params.view_count)
        return;
    if (!has_flag(ORDER_EMPTY)) {
        end = min(offsets[params.offsets_base + segment + 1u], sort_count());
        first = min(offsets[params.offsets_base + segment], end);
    }
    write_results(segment, first, first_rejected(first, end) - first);
}
