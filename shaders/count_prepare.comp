// SPDX-License-Identifier: MIT
// Writes a count (the caller's, or that of the visible elements of a view) and the
// indirect dispatch arguments of the passes whose grids depend on it.
//
//   reads   count_in[count_base]
//   writes  state[STATE_ROW_GROUPS(row_count)]   count block, dispatch arguments; see
//           shared/common.h
//   grid    1 work group of PREPARE_GROUP, one invocation per row at a time
#include "shared/common.h"

layout(local_size_x = PREPARE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    prepare_params table;
    count_row rows[ROWS];
};
layout(std430, binding = PREPARE_COUNT_IN) readonly buffer CountIn { uint count_in[]; };
layout(std430, binding = PREPARE_STATE) writeonly buffer State { uint state[]; };

#include "lib/count_table.glsl"

void main()
{
    uint count = min(count_in[table.count_base], table.max_count);
    write_state(count, gl_LocalInvocationIndex, uint(PREPARE_GROUP));
}
