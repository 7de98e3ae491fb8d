// SPDX-License-Identifier: MIT
// Counts the nodes of every list, and adds them up for each tile.
//
//   reads   heads[count], next_nodes[]; node_count_in[count_base] if params.count_on_gpu
//   writes  offsets[count]   the number of nodes, at most params.limit, with LIST_LOST if
//                            the list goes on or ends at no LIST_END
//           sums[ceil(count / LIST_TILE)], state[LIST_NODES]
//           overflow[overflow_base]   the nodes beyond params.room, at most
//                                     LIST_MOST_MISSING
//   grid    one work group of LIST_GROUP per LIST_TILE lists, at least one
#include "lists/list_storage.glsl"
#include "lib/group.glsl"
#include "lists/list_walk.glsl"

layout(std430, binding = LIST_SUMS) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = LIST_OVERFLOW) writeonly buffer Overflow { uint overflow[]; };
layout(std430, binding = LIST_NODE_COUNT) readonly buffer NodeCount
{
    uint node_count_in[];
};

shared uint tile_sum;

// Of appended nodes, for some of which there may have been no room.
uint appended_count()
{
    return params.count_on_gpu != 0u ? node_count_in[params.count_base]
                                     : params.node_count;
}

uint count_list(uint list, uint nodes)
{
    uint most = min(params.limit, nodes);
    uint node = first_node(list);
    uint length = 0u;
    while (length < most && node < nodes) {
        ++length;
        node = node_behind(node);
    }
    offsets[params.offsets_base + list] = length | (node != LIST_END ? LIST_LOST : 0u);
    return length;
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint list = group_index() * uint(LIST_TILE) + lane;
    uint appended = appended_count();
    uint nodes = min(appended, params.node_count);
    if (lane == 0u)
        tile_sum = 0u;
    group_sync();
    if (list < sort_count())
        atomicAdd(tile_sum, count_list(list, nodes));
    group_sync();
    if (lane == 0u && list < sort_count())
        sums[group_index()] = tile_sum;
    if (lane == 0u && group_index() == 0u) {
        state[LIST_NODES] = nodes;
        overflow[params.overflow_base] =
            min(max(appended, params.room) - params.room, uint(LIST_MOST_MISSING));
    }
}
