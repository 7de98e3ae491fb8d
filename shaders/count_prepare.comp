// SPDX-License-Identifier: MIT
// Reads the count from the caller's buffer and writes the indirect dispatch arguments of
// the following passes.
//
//   reads   count_in[count_base]
//   writes  state[STATE_ROW_GROUPS(row_count)]   count block, dispatch arguments; see
//           shared/common.h
//   grid    1 work group of PREPARE_GROUP, one invocation per row at a time
#include "shared/common.h"
#include "lib/stride_grid.glsl"

layout(local_size_x = PREPARE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    prepare_params params;
    count_row rows[ROWS];
};
layout(std430, binding = PREPARE_COUNT_IN) readonly buffer CountIn
{
    uint count_in[];
};
layout(std430, binding = PREPARE_STATE) writeonly buffer State
{
    uint state[];
};

void write_groups(uint at, uint groups)
{
    uint folds = max((groups + params.group_limit - 1u) / params.group_limit, 1u);
    state[at] = (groups + folds - 1u) / folds;
    state[at + 1u] = folds;
    state[at + 2u] = 1u;
    state[at + 3u] = 0u;
}

uint groups_of(count_row row, uint count)
{
    uint groups = (count + row.tile - 1u) / row.tile;
    if (row.strides != 0u)
        groups = stride_groups(row.strides, count);
    if (count <= row.above)
        groups = 0u;
    if (row.bounds != 0u)
        groups = clamp(groups, row.bounds & 0xFFFFu, row.bounds >> 16u);
    return groups;
}

void main()
{
    uint count = min(count_in[params.count_base], params.max_count);
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u) {
        uint tile = params.plan_tile;
        state[STATE_COUNT] = count;
        state[STATE_COUNT + 1] = params.max_count;
        state[STATE_COUNT + 2] = 0u;
        state[STATE_COUNT + 3] = 0u;
        // At least one group: these passes also write the results for a count of 0.
        write_groups(uint(STATE_PLAN_GROUPS),
                     tile == 0u ? 0u : max((count + tile - 1u) / tile, 1u));
    }
    for (uint row = lane; row < params.row_count; row += uint(PREPARE_GROUP))
        write_groups(STATE_ROW_GROUPS(row), groups_of(rows[row], count));
}
