// SPDX-License-Identifier: MIT
// The parameters, the per-run block and the count of elements, for all passes in order/
// except the last fragment passes. A pass that computes the keys of several views defines
// ORDER_VIEW as the current view. The first pass of a sort, with COMPUTED, has the
// parameters in its own block.
#ifndef COMPUTED
#define COMPUTED 0
#endif
#ifndef ORDER_PARAMS // the struct of the parameters
#define ORDER_PARAMS order_params
#endif
#ifndef PREPARES // the pass also writes a count: lib/count_table.glsl
#define PREPARES 0
#endif
#ifndef PLAIN
#define PLAIN 0
#endif
#include "shared/order.h"
#include "lib/count.glsl"

#if !COMPUTED
#if __VERSION__ >= 430
layout(std140, binding = BIND_PARAMS) uniform Params
#else
layout(std140) uniform Params
#endif
{
    ORDER_PARAMS params;
#if PREPARES
    prepare_params table;
    count_row rows[COUNT_ROWS_MANY];
#endif
};
#endif
#if __VERSION__ >= 430
layout(std140, binding = BIND_RUN) uniform Run
#else
layout(std140) uniform Run
#endif
{
    order_run run;
};

#ifndef ORDER_VIEW
#define ORDER_VIEW params.view
#endif

bool has_flag(uint flag)
{
    return (params.flags & flag) != 0u;
}
