// SPDX-License-Identifier: MIT
// Orders few elements in one pass: computes their keys, ranks each element by comparing
// its key with all others (rank/rank_all.comp cites the sources), and writes the order,
// depths, visible counts and commands of all views.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                               as order_keys.comp does
//           count_in[0]         ORDER_COUNT_FIELD: number of elements
//   writes  order_out[view][count * vertices]   ORDER_NARROW: in halves of words
//           depths_out[view][count]             ORDER_WRITES_DEPTHS
//           visible_out[view], commands[view]   if the flags say so
//   grid    params.tiles work groups per view, of params.tile elements each
//
// Each group computes the keys of all elements of its view, in shared memory: positions
// of few elements stay in a cache, and another pass would cost more. Rejected elements
// have the largest key, so that they come last without being removed. The keys are
// divided into parts, and the group into as many slices of `tile` invocations: each
// invocation compares one element of the tile with one part of the keys.
#if LARGE
#define GROUP ORDER_ALL_LARGE_GROUP
#define STAGED_MOST ORDER_ALL_LARGE_CHUNK
#define TILE_MOST ORDER_ALL_LARGE_TILE
#else
#define GROUP ORDER_ALL_SMALL_GROUP
#define STAGED_MOST ORDER_ALL_SMALL_CHUNK
#define TILE_MOST ORDER_ALL_SMALL_TILE
#endif
#if !PRIMITIVES
#define DEPTHS_POINT ORDER_POINT_DEPTHS
#elif !FRUSTUM
#define DEPTHS_POINT ORDER_PRIMITIVE_DEPTHS
#endif
#include "shared/order.h"
#include "order/order_all.glsl"

// Positions past the count get the largest key, which is before no element.
uint staged_key_of(uint at, uint count)
{
    uint key = 0xFFFFFFFFu;
    if (at < count)
        key = map_key(key_of(at), params.read_negative, params.read_positive);
    return key;
}

// Computes the keys at `first` .. `end` - 1, `first` being the start of a chunk. Returns
// the number of visible elements among those of this invocation.
uint stage_keys(uint first, uint end)
{
    uint reject = map_key(params.reject, params.read_negative, params.read_positive);
    uint visible = 0u;
    uint padded = (max(end, first) - first + 3u) / 4u * 4u;
    for (uint at = gl_LocalInvocationIndex; at < padded; at += uint(GROUP)) {
        uint key = staged_key_of(first + at, end);
        visible += first + at < end && key != reject ? 1u : 0u;
        stage_key(at, key);
    }
    return visible;
}

uint staged_key(uint at)
{
    uvec4 keys = staged_keys[at >> 2u];
    uint lower = (at & 1u) == 0u ? keys.x : keys.y;
    uint upper = (at & 1u) == 0u ? keys.z : keys.w;
    return (at & 2u) == 0u ? lower : upper;
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint tile = group_index() % params.tiles;
    view_at = group_index() / params.tiles;
    // Groups beyond the last view, or the count, have nothing to do.
    bool is_live = view_at < params.view_count;
    uint count = is_live ? element_count() : 0u;
    uint position = tile * params.tile + (lane & (params.tile - 1u));
    bool counts_visible = is_live && tile == 0u;
    uint staged = tile * params.tile < count || counts_visible ? count : 0u;
    uint visible = 0u;
    uint before = 0u;
    uint key = 0u;
#if FRUSTUM
    set_planes();
#endif
    if (lane < params.tile)
        ranks[lane] = 0u;
    if (lane == 0u)
        visible_count = 0u;
    for (uint i = 0u; i < params.chunks; ++i) {
        uint chunk = (tile * params.tile / uint(STAGED_MOST) + i) % params.chunks;
        uint first = chunk * uint(STAGED_MOST);
        uint end = min(first + uint(STAGED_MOST), staged);
        group_sync(); // all have compared with the previous chunk
        visible += stage_keys(first, end);
        group_sync();
        if (i == 0u)
            key = staged_key(position - first);
        if (position < count)
            before += keys_before_in_slice(first, end, params.tile, key, position);
    }
    if (counts_visible && visible > 0u)
        atomicAdd(visible_count, visible);
    if (before > 0u)
        atomicAdd(ranks[lane & (params.tile - 1u)], before);
    group_sync();
    if (lane < params.tile && position < count)
        store_element(ranks[lane], position,
                      map_key(key, params.write_negative, params.write_positive));
    if (counts_visible && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_count);
}
