// SPDX-License-Identifier: MIT
// Orders few elements in one pass: computes their keys, ranks each element by comparing
// its key with all others (rank/rank_all.comp cites the sources), and writes the order,
// depths, visible counts and commands of all views.
//
//   reads   position_words[], radius_words[], dead_words[], index_words[]
//                               as order_keys.comp does
//           count_in[count_base]   ORDER_COUNT_FIELD: number of elements
//   writes  order_out[view][count * vertices]   points: [count]
//                                               of words; params.filled: also
//                                               what follows the visible elements
//           depths_out[view][count]             ORDER_WRITES_DEPTHS
//           visible_out[view], commands[view]   if the order has them
//   grid    params.tiles work groups per view, of params.tile elements each
//
// Each group computes the keys of all elements of its view, a chunk at a time in shared
// memory: positions of few elements stay in a cache, and another pass would cost more.
// Rejected elements have the largest key, so that they come last without being removed.
// The keys of a chunk are divided into parts, and the group into as many slices of `tile`
// invocations: each invocation compares one element of the tile with one of the parts.
//
// SIZE: 0 and 1, small and large groups; 2, small ones that have the planes of the
// frustum in shared memory, for GPUs that may have few registers.
#if SIZE == 1
#define GROUP ORDER_ALL_LARGE_GROUP
#define CHUNK ORDER_ALL_LARGE_CHUNK
#define TILE_MOST ORDER_ALL_LARGE_TILE
#else
#define GROUP ORDER_ALL_SMALL_GROUP
#define CHUNK ORDER_ALL_SMALL_CHUNK
#define TILE_MOST ORDER_ALL_SMALL_TILE
#endif
#define SHARED_PLANES (SIZE == 2)
#if !PRIMITIVES
#define DEPTHS_POINT ORDER_POINT_DEPTHS
#elif !FRUSTUM
#define DEPTHS_POINT ORDER_PRIMITIVE_DEPTHS
#endif
#include "shared/order.h"
#include "order/order_all.glsl"

shared uvec4 staged_keys[CHUNK / 4]; // ordered integers, four each
shared uint ranks[TILE_MOST];       // of the tile's elements
shared uint visible_count;

// Positions past the count get the largest key, which is before no element.
uint staged_key_of(uint at, uint count)
{
    uint key = 0xFFFFFFFFu;
    if (at < count)
        key = map_key(key_of(at), params.read_negative, params.read_positive);
    return key;
}

uint mapped_reject()
{
    return map_key(params.reject, params.read_negative, params.read_positive);
}

// Computes the keys at `first` .. `end` - 1, `first` being the start of a chunk. Returns
// the number of visible elements among those of this invocation.
uint stage_keys(uint first, uint end)
{
    uint reject = mapped_reject();
    uint visible = 0u;
    uint padded = (max(end, first) - first + 3u) / 4u * 4u;
    for (uint at = gl_LocalInvocationIndex; at < padded; at += uint(GROUP)) {
        uint key = staged_key_of(first + at, end);
        visible += first + at < end && key != reject ? 1u : 0u;
        if ((at & 3u) == 0u)
            staged_keys[at >> 2u].x = key;
        else if ((at & 3u) == 1u)
            staged_keys[at >> 2u].y = key;
        else if ((at & 3u) == 2u)
            staged_keys[at >> 2u].z = key;
        else
            staged_keys[at >> 2u].w = key;
    }
    return visible;
}

#define RANK rank
#include "lib/count_quads.glsl"

// Partial rank of an element: how many keys in quads `at` .. `end` - 1 are before it,
// both counted from the first staged quad, which is quad `before` of all elements. Of
// equal keys, those at earlier positions come first. Only quads of the element's tile
// need a comparison of positions, since any other quad is entirely before or entirely
// after the tile.
uint keys_before(uint at, uint end, uint before, uint key, uint position)
{
    uint tile_at = position / params.tile * (params.tile / 4u);
    uint stop = min(end, max(tile_at, before) - before);
    uint rank = 0u;
    uvec4 keys;
    COUNT_QUADS(stop, <=)
    stop = min(end, max(tile_at + params.tile / 4u, before) - before);
    for (; at < stop; ++at) {
        uint of_x = 4u * (before + at);
        keys = staged_keys[at];
        COUNT_IF(keys.x < key || (keys.x == key && of_x < position))
        COUNT_IF(keys.y < key || (keys.y == key && of_x + 1u < position))
        COUNT_IF(keys.z < key || (keys.z == key && of_x + 2u < position))
        COUNT_IF(keys.w < key || (keys.w == key && of_x + 3u < position))
    }
    COUNT_QUADS(end, <)
    return rank;
}

uint staged_key(uint at)
{
    uvec4 keys = staged_keys[at >> 2u];
    uint lower = (at & 1u) == 0u ? keys.x : keys.y;
    uint upper = (at & 1u) == 0u ? keys.z : keys.w;
    return (at & 2u) == 0u ? lower : upper;
}

// keys_before() in the part of a chunk that this invocation's slice compares.
uint keys_before_in_slice(uint first, uint end, uint key, uint position)
{
    uint quads = (max(end, first) - first + 3u) / 4u;
    uint slices = uint(GROUP) / params.tile;
    uint part = (quads + slices - 1u) / slices;
    uint at = min(gl_LocalInvocationIndex / params.tile * part, quads);
    return keys_before(at, min(at + part, quads), first / 4u, key, position);
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint tile = group_index() % params.tiles;
    view_at = group_index() / params.tiles;
    // Groups beyond the last view have nothing to do, nor have those beyond the count,
    // except for the first group of a view, which writes the results.
    bool is_live = view_at < params.view_count;
    uint count = is_live ? element_count() : 0u;
    uint position = tile * params.tile + (lane & (params.tile - 1u));
    bool counts_visible = is_live && tile == 0u;
    uint staged = tile * params.tile < count || counts_visible ? count : 0u;
    uint visible = 0u;
    uint before = 0u;
    uint key = 0u;
#if SHARED_PLANES
    if (lane == 0u)
        set_planes();
#elif FRUSTUM
    set_planes();
#endif
    if (lane < params.tile)
        ranks[lane] = 0u;
    if (lane == 0u)
        visible_count = 0u;
    for (uint i = 0u; i < params.chunks; ++i) {
        uint chunk = (tile * params.tile / uint(CHUNK) + i) % params.chunks;
        uint first = chunk * uint(CHUNK);
        uint end = min(first + uint(CHUNK), staged);
        group_sync(); // all have compared with the previous chunk
        visible += stage_keys(first, end);
        group_sync();
        if (i == 0u)
            key = staged_key(position - first);
        if (position < count)
            before += keys_before_in_slice(first, end, key, position);
    }
    if (counts_visible && visible > 0u)
        atomicAdd(visible_count, visible);
    if (before > 0u)
        atomicAdd(ranks[lane & (params.tile - 1u)], before);
    group_sync();
    uint filled = is_live ? params.filled : 0u;
    bool is_kept = position < count && (filled == 0u || key != mapped_reject());
    if (lane < params.tile && is_kept)
        store_element(ranks[lane], position,
                      map_key(key, params.write_negative, params.write_positive));
    else if (lane < params.tile && position < filled)
        fill_rest(position < count ? ranks[lane] : position);
    if (counts_visible && lane == 0u)
        write_results(view_at, view_at * params.max_count, visible_count);
}
