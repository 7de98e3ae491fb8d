// SPDX-License-Identifier: MIT
// Reads the count from the caller's buffer and writes the indirect dispatch arguments of
// the following passes.
//
//   reads   count_in[count_base]
//   writes  state[STATE_WORDS]   count block, dispatch arguments; see shared/common.h
//   grid    1 work group of 1
#include "shared/common.h"

layout(local_size_x = PREPARE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    prepare_params params;
};
layout(std430, binding = PREPARE_COUNT_IN) readonly buffer CountIn
{
    uint count_in[];
};
layout(std430, binding = PREPARE_STATE) writeonly buffer State
{
    uint state[];
};

void write_groups(uint at, uint elements, uint tile)
{
    uint groups = tile == 0u ? 0u : (elements + tile - 1u) / tile;
    uint rows = max((groups + params.group_limit - 1u) / params.group_limit, 1u);
    state[at] = (groups + rows - 1u) / rows;
    state[at + 1u] = rows;
    state[at + 2u] = 1u;
    state[at + 3u] = 0u;
}

void main()
{
    uint count = min(count_in[params.count_base], params.max_count);
    state[STATE_COUNT] = count;
    state[STATE_COUNT + 1] = params.max_count;
    state[STATE_COUNT + 2] = 0u;
    state[STATE_COUNT + 3] = 0u;
    write_groups(uint(STATE_LOCAL_GROUPS), count, params.local_tile);
    write_groups(uint(STATE_MERGE_GROUPS), count, params.merge_tile);
    write_groups(uint(STATE_CUT_GROUPS), count, params.cut_tile);
    // At least one: it writes results of no elements too.
    write_groups(uint(STATE_PLAN_GROUPS), max(count, 1u), params.plan_tile);
}
