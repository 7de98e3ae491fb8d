// SPDX-License-Identifier: MIT
// Writes the nodes of every list to its segment.
//
//   reads   heads[count], next_nodes[], keys[], ids[], offsets[count + 1]
//           state[LIST_NODES]
//   writes  keys_out[2 * entries]   low word: the id, or the node if params.has_ids is 0;
//                                   high word: the key as an ordered integer
//           nodes_out[entries]
//   grid    one work group of LIST_GROUP per LIST_TILE lists
#include "lists/list_storage.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"
#include "lists/list_walk.glsl"

layout(std430, binding = LIST_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, binding = LIST_IDS) readonly buffer Ids { uint ids[]; };
layout(std430, binding = LIST_KEYS_OUT) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = LIST_NODES_OUT) writeonly buffer NodesOut { uint nodes_out[]; };

void write_entry(uint entry, uint node)
{
    uint id = node;
    if (params.has_ids != 0u)
        id = ids[params.ids_base + node * params.stride];
    uint key = keys[params.keys_base + node * params.stride];
    keys_out[params.keys_out_base + 2u * entry] = id;
    keys_out[params.keys_out_base + 2u * entry + 1u] =
        map_key(key, params.negative, params.positive);
    nodes_out[params.nodes_out_base + entry] = node;
}

void main()
{
    uint list = group_index() * uint(LIST_TILE) + gl_LocalInvocationIndex;
    if (list < sort_count()) {
        uint nodes = state[LIST_NODES];
        uint entry = offsets[params.offsets_base + list];
        uint end = offsets[params.offsets_base + list + 1u];
        uint node = entry < end ? first_node(list) : 0u;
        while (entry < end && node < nodes) {
            write_entry(entry, node);
            ++entry;
            node = node_behind(node);
        }
    }
}
