// SPDX-License-Identifier: MIT
// Writes a count and the indirect dispatch arguments of the passes that it sizes: see
// shared/common.h. The including shader has prepare_params `table` and its `rows`, and
// the buffer state[].
#include "lib/stride_grid.glsl"

void write_groups(uint at, uint groups)
{
    uint folds = max((groups + table.group_limit - 1u) / table.group_limit, 1u);
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

// All `lanes` invocations call this, and each takes its share of the rows.
void write_state(uint count, uint lane, uint lanes)
{
    if (lane == 0u) {
        uint tile = table.plan_tile;
        state[STATE_COUNT] = count;
        state[STATE_COUNT + 1] = table.max_count;
        state[STATE_COUNT + 2] = 0u;
        state[STATE_COUNT + 3] = 0u;
        // At least one group: some passes with these arguments write results for a count
        // of 0, too.
        write_groups(uint(STATE_PLAN_GROUPS),
                     tile == 0u ? 0u : max((count + tile - 1u) / tile, 1u));
    }
    for (uint row = lane; row < table.row_count; row += lanes)
        write_groups(STATE_ROW_GROUPS(row), groups_of(rows[row], count));
}
