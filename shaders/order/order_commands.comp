// SPDX-License-Identifier: MIT
// Writes the number of visible elements of each view and its command: the last pass of an
// order whose other passes do not write them.
//
//   reads   totals[view_count]    visible elements; or rejected ones, then reset to 0;
//                                 ORDER_EMPTY: ignored
//   writes  visible_out[view_count], if the order has it
//           commands[view_count], if the order has it, params.command_stride words apart
//   grid    1 work group of ORDER_MOST_VIEWS, an invocation per view
#include "order/order_run.glsl"

layout(local_size_x = ORDER_MOST_VIEWS) in;

layout(std430, binding = ORDER_TOTALS) buffer Totals { uint totals[]; };
#include "order/commands.glsl"

uint visible_of(uint view)
{
    uint total = totals[view];
    if (has_flag(ORDER_EMPTY))
        return 0u;
    if (has_flag(ORDER_COUNTS_VISIBLE))
        return total;
    totals[view] = 0u; // the next run adds to it
    return sort_count() - total;
}

void main()
{
    uint view = gl_LocalInvocationIndex;
    if (view < params.view_count)
        write_results(view, view * params.max_count, visible_of(view));
}
