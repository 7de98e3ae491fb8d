// SPDX-License-Identifier: MIT
// The parameters and the per-run block of all passes of an order, and the count of its
// elements.
#include "shared/order.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    order_params params;
};
layout(std140, binding = BIND_RUN) uniform Run
{
    order_run run;
};

bool has_flag(uint flag)
{
    return (params.flags & flag) != 0u;
}
