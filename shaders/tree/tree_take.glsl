// SPDX-License-Identifier: MIT
// Gathers a subtree in in-order into item[at] and up by its pointers, each node once. The
// including shader defines fetch_node(address, reach, count).

void take_leaf(int at, uint address, uint count)
{
    set_item(at, fetch_node(address, 0u, count).xy);
}

void take_three(int at, uint address, uint count)
{
    uvec4 node = fetch_node(address, 1u, count);
    take_leaf(at, node.z, count);
    set_item(at + 1, node.xy);
    take_leaf(at + 2, node.w, count);
}

void take_seven(int at, uint address, uint count)
{
    uvec4 node = fetch_node(address, 2u, count);
    take_three(at, node.z, count);
    set_item(at + 3, node.xy);
    take_three(at + 4, node.w, count);
}

void take_fifteen(int at, uint address, uint count)
{
    uvec4 node = fetch_node(address, 4u, count);
    take_seven(at, node.z, count);
    set_item(at + 7, node.xy);
    take_seven(at + 8, node.w, count);
}
