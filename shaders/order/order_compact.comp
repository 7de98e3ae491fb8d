// SPDX-License-Identifier: MIT
// Moves the visible elements together, in the order of the input.
//
//   reads   keys_in[count]        params.reject if rejected
//           tile_sums[tiles]      visible elements of each tile; ORDER_SCANNED: of all
//                                 tiles before it
//   writes  keys_out[visible]
//           elements_out[visible] their indices
//           total[view]           number of visible elements, unless ORDER_SCANNED
//   grid    one work group of COMPACT_GROUP per ORDER_TILE elements, at least one
//
// An invocation has consecutive elements, so that one prefix sum serves the tile. With
// SERIAL, for renderers on the CPU, there are few invocations, with many elements each,
// because their prefix sums take longer than the elements.
#if SERIAL
#define COMPACT_GROUP ORDER_SERIAL_GROUP
#else
#define COMPACT_GROUP ORDER_GROUP
#endif
#define COMPACT_ITEMS (ORDER_TILE / COMPACT_GROUP)
#define SCAN_SIZE COMPACT_GROUP
#include "order/order_run.glsl"
#include "lib/scan.glsl"
#include "lib/octets.glsl"

layout(local_size_x = COMPACT_GROUP) in;

layout(std430, binding = ORDER_KEYS) readonly buffer KeysIn { uint keys_in[]; };
#if SERIAL
layout(std430, binding = ORDER_KEYS) readonly buffer KeyOctets { OCTETS key_octets[]; };
#endif
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
    for (uint at = lane; at < min(tile, tiles); at += uint(COMPACT_GROUP))
        sum += tile_sums[at];
    if (sum > 0u)
        atomicAdd(preceding, sum);
    group_sync();
    if (lane == 0u && tile == max(tiles, 1u) - 1u)
        total[params.view] = preceding + of_tile;
    return preceding;
}

uint visible_from(uint first, uint end)
{
    uint visible = 0u;
    uint at = first;
#if SERIAL
    for (uint whole = end & ~7u; at < whole; at += 8u) {
        octet o = LOAD_OCTET(key_octets, at);
#define SEE(WORD) visible += o.WORD != params.reject ? 1u : 0u;
        EACH_OF_OCTET(SEE)
    }
#endif
    for (; at < end; ++at)
        visible += keys_in[at] != params.reject ? 1u : 0u;
    return visible;
}

void move(uint key, uint element, inout uint to)
{
    if (key != params.reject) {
        keys_out[to] = key;
        elements_out[to] = element;
        ++to;
    }
}

void move_from(uint first, uint end, uint to)
{
    uint at = first;
#if SERIAL
    for (uint whole = end & ~7u; at < whole;) {
        octet o = LOAD_OCTET(key_octets, at);
#define MOVE(WORD) move(o.WORD, at++, to);
        EACH_OF_OCTET(MOVE)
    }
#endif
    for (; at < end; ++at)
        move(keys_in[at], at, to);
}

void main()
{
    uint count = sort_count();
    uint tile = group_index();
    uint tiles = count / uint(ORDER_TILE) + (count % uint(ORDER_TILE) != 0u ? 1u : 0u);
    uint first =
        tile * uint(ORDER_TILE) + gl_LocalInvocationIndex * uint(COMPACT_ITEMS);
    uint end = min(first + uint(COMPACT_ITEMS), count);
    if (gl_LocalInvocationIndex == 0u)
        preceding = 0u;
    uint visible = visible_from(first, end);
    uint to = exclusive_sum(visible, uint(COMPACT_GROUP));
    if (has_flag(ORDER_SCANNED))
        to += visible > 0u ? tile_sums[tile] : 0u;
    else
        to += sum_before(tile, tiles);
    move_from(first, end, to);
}
