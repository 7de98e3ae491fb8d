// SPDX-License-Identifier: MIT
// Moves the visible elements together, in the order of the input.
//
//   reads   keys_in[count]        params.reject if rejected
//           tile_starts[tiles]    visible elements before each tile
//   writes  keys_out[visible]
//           elements_out[visible] their indices
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements
//
// An invocation has consecutive elements, so that one prefix sum serves the tile.
#define SCAN_SIZE ORDER_GROUP
#include "order/order_run.glsl"
#include "lib/scan.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_KEYS) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = ORDER_TILES) readonly buffer Tiles
{
    uint tile_starts[];
};
layout(std430, binding = ORDER_KEYS_OUT) writeonly buffer KeysOut
{
    uint keys_out[];
};
layout(std430, binding = ORDER_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uint elements_out[];
};

void main()
{
    uint tile = group_index();
    uint first = tile * uint(ORDER_TILE) + gl_LocalInvocationIndex * uint(ORDER_ITEMS);
    uint end = min(first + uint(ORDER_ITEMS), sort_count());
    uint visible = 0u;
    for (uint at = first; at < end; ++at)
        visible += keys_in[at] != params.reject ? 1u : 0u;
    uint to = exclusive_sum(visible, uint(ORDER_GROUP));
    if (visible > 0u)
        to += tile_starts[tile];
    for (uint at = first; at < end; ++at) {
        uint key = keys_in[at];
        if (key != params.reject) {
            keys_out[to] = key;
            elements_out[to] = at;
            ++to;
        }
    }
}
