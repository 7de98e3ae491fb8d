// SPDX-License-Identifier: MIT
// First pass of a chained prefix sum: clears what the work groups share.
//
//   writes  tile_status[params.table_words]
//           ticket[1]
//           total[total_at]   0, which stays if there are no words
//   reads   nothing
//   grid    any number of work groups of SCAN_CLEAR_GROUP
#include "shared/scan.h"
#include "lib/group.glsl"

layout(local_size_x = SCAN_CLEAR_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_chain_params params; };
layout(std430, binding = SCAN_STATUS) writeonly buffer Status { uint tile_status[]; };
layout(std430, binding = SCAN_TOTAL) writeonly buffer Total { uint total[]; };
layout(std430, binding = SCAN_TICKET) writeonly buffer Ticket { uint ticket[]; };

void main()
{
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(SCAN_CLEAR_GROUP);
    uint first = group_index() * uint(SCAN_CLEAR_GROUP) + gl_LocalInvocationIndex;
    for (uint at = first; at < params.table_words; at += step)
        tile_status[at] = 0u;
    if (first == 0u) {
        ticket[0] = 0u;
        total[params.total_at] = 0u;
    }
}
