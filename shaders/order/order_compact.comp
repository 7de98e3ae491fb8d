// SPDX-License-Identifier: MIT
// Moves the visible elements together, in the order of the input.
//
//   reads   keys_in[count]        params.reject if rejected
//           tile_sums[tiles]      visible elements of each tile; ORDER_SCANNED: of all
//                                 tiles before it
//   writes  keys_out[visible]
//           elements_out[visible] their indices
//           total[view]           number of visible elements, unless ORDER_SCANNED
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements, at least one
//
// An invocation has consecutive elements, so that one prefix sum serves the tile.
#define SCAN_SIZE ORDER_GROUP
#include "order/order_run.glsl"
#include "lib/scan.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_KEYS) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = ORDER_TILES) readonly buffer Tiles { uint tile_sums[]; };
layout(std430, binding = ORDER_KEYS_OUT) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = ORDER_ELEMENTS_OUT) writeonly buffer ElementsOut
{
    uint elements_out[];
};
layout(std430, binding = ORDER_TOTAL_OUT) writeonly buffer Total { uint total[]; };

shared uint preceding; // visible elements of all tiles before

// Adds up the visible elements of the preceding tiles. The last tile writes the total.
uint sum_before(uint tile, uint tiles)
{
    uint lane = gl_LocalInvocationIndex;
    uint of_tile = group_sum();
    uint sum = 0u;
    for (uint at = lane; at < min(tile, tiles); at += uint(ORDER_GROUP))
        sum += tile_sums[at];
    if (sum > 0u)
        atomicAdd(preceding, sum);
    group_sync();
    if (lane == 0u && tile == max(tiles, 1u) - 1u)
        total[params.view] = preceding + of_tile;
    return preceding;
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    uint tile = group_index();
    uint tiles = count / uint(ORDER_TILE) + (count % uint(ORDER_TILE) != 0u ? 1u : 0u);
    uint first = tile * uint(ORDER_TILE) + lane * uint(ORDER_ITEMS);
    uint end = min(first + uint(ORDER_ITEMS), count);
    uint visible = 0u;
    if (lane == 0u)
        preceding = 0u;
    for (uint at = first; at < end; ++at)
        visible += keys_in[at] != params.reject ? 1u : 0u;
    uint to = exclusive_sum(visible, uint(ORDER_GROUP));
    if (has_flag(ORDER_SCANNED))
        to += visible > 0u ? tile_sums[tile] : 0u;
    else
        to += sum_before(tile, tiles);
    for (uint at = first; at < end; ++at) {
        uint key = keys_in[at];
        if (key != params.reject) {
            keys_out[to] = key;
            elements_out[to] = at;
            ++to;
        }
    }
}
