// SPDX-License-Identifier: MIT
// First pass of a view: computes the key of each element, or rejects the element.
//
//   reads   position_words[]   positions of elements or vertices
//           radius_words[]     ORDER_RADIUS_FIELD: a radius for each element
//           dead_words[]       params.dead_test: the tested field of each element
//           index_words[]      PRIMITIVES: vertices of each element
//   writes  keys_out[count]    floats or quantised keys; params.reject if rejected
//           tile_sums[tiles]   COMPACTS: visible elements of each tile
//           totals[view]       otherwise: number of rejected elements, added up
//   grid    one work group of ORDER_GROUP per ORDER_TILE elements, from tile
//           params.first_tile on, with whose elements the first three begin
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_KEYS) writeonly buffer Keys { uint keys_out[]; };
#if COMPACTS
layout(std430, binding = ORDER_TILES) writeonly buffer Tiles { uint tile_sums[]; };
#else
layout(std430, binding = ORDER_TOTALS) buffer Totals { uint totals[]; };
#endif

shared uint group_count; // visible or rejected elements of the tile

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint tile = params.first_tile + group_index();
    uint first = tile * uint(ORDER_TILE);
    uint bound = params.first_tile * uint(ORDER_TILE);
    uint end = min(first + uint(ORDER_TILE), sort_count());
    uint own = 0u;
#if FRUSTUM
    set_planes();
#endif
    if (lane == 0u)
        group_count = 0u;
    group_sync();
    for (uint at = first + lane; at < end; at += uint(ORDER_GROUP)) {
        uint key = key_of(at - bound);
        keys_out[at] = key;
#if COMPACTS
        own += key != params.reject ? 1u : 0u;
#else
        own += key == params.reject ? 1u : 0u;
#endif
    }
    if (own > 0u)
        atomicAdd(group_count, own);
    group_sync();
    if (lane == 0u) {
#if COMPACTS
        if (first < end)
            tile_sums[tile] = group_count;
#else
        if (group_count > 0u)
            atomicAdd(totals[params.view], group_count);
#endif
    }
}
