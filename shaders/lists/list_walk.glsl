// SPDX-License-Identifier: MIT
// The nodes of a list. An index past the last node ends it.
layout(std430, binding = LIST_HEADS) readonly buffer Heads { uint heads[]; };
layout(std430, binding = LIST_NEXT) readonly buffer Next { uint next_nodes[]; };

uint first_node(uint list)
{
    return heads[params.heads_base + list];
}

uint node_behind(uint node)
{
    return next_nodes[params.next_base + node * params.stride];
}
