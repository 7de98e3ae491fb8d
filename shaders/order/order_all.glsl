// SPDX-License-Identifier: MIT
// What orders of few elements in one pass have in common: the number of elements, the
// comparison of an element with all others (rank/rank_all.comp cites the sources), and
// the outputs. order/order_all.comp computes all keys in every work group,
// order/order_exchange.comp once.
//
// The including shader defines GROUP, its invocations; TILE_MOST, the most elements that
// a group ranks; STAGED_MOST, the keys that it holds at once; DEPTHS_POINT, the binding
// point of the depths, if it has one; and the variant: PRIMITIVES, FRUSTUM and PLAIN.
#define ORDER_VIEW view_at
uint view_at = 0u;
#include "order/element_storage.glsl"
#include "order/element_keys.glsl"
#include "order/commands.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = ORDER_ALL_OUT) buffer Out
{
    uint order_out[];
};
layout(std430, binding = ORDER_COUNT_IN) readonly buffer CountIn
{
    uint count_in[];
};
#ifdef DEPTHS_POINT
layout(std430, binding = DEPTHS_POINT) writeonly buffer Depths
{
    uint depths_out[];
};
#endif

shared uvec4 staged_keys[STAGED_MOST / 4]; // ordered integers, four each
shared uint ranks[TILE_MOST];       // of the tile's elements
shared uint visible_count;

uint element_count()
{
    if (has_flag(ORDER_COUNT_FIELD))
        return min(count_in[params.count_base], params.max_count);
    return sort_count();
}

void stage_key(uint at, uint key)
{
    if ((at & 3u) == 0u)
        staged_keys[at >> 2u].x = key;
    else if ((at & 3u) == 1u)
        staged_keys[at >> 2u].y = key;
    else if ((at & 3u) == 2u)
        staged_keys[at >> 2u].z = key;
    else
        staged_keys[at >> 2u].w = key;
}

// Partial rank of an element: how many keys in quads `at` .. `end` - 1 are before it,
// both counted from the first staged quad, which is quad `before` of all elements. Of
// equal keys, those at earlier positions come first. Only quads of the element's tile
// need a comparison of positions, since any other quad is entirely before or entirely
// after the tile.
uint keys_before(uint at, uint end, uint before, uint tile, uint key, uint position)
{
    uint tile_at = position / tile * (tile / 4u);
    uint stop = min(end, max(tile_at, before) - before);
    uint rank = 0u;
    uvec4 keys;
#define COUNT_IF(CONDITION)                                                              \
    if (CONDITION)                                                                       \
        ++rank;
    for (; at < stop; ++at) {
        keys = staged_keys[at];
        COUNT_IF(keys.x <= key)
        COUNT_IF(keys.y <= key)
        COUNT_IF(keys.z <= key)
        COUNT_IF(keys.w <= key)
    }
    stop = min(end, max(tile_at + tile / 4u, before) - before);
    for (; at < stop; ++at) {
        uint of_x = 4u * (before + at);
        keys = staged_keys[at];
        COUNT_IF(keys.x < key || (keys.x == key && of_x < position))
        COUNT_IF(keys.y < key || (keys.y == key && of_x + 1u < position))
        COUNT_IF(keys.z < key || (keys.z == key && of_x + 2u < position))
        COUNT_IF(keys.w < key || (keys.w == key && of_x + 3u < position))
    }
    for (; at < end; ++at) {
        keys = staged_keys[at];
        COUNT_IF(keys.x < key)
        COUNT_IF(keys.y < key)
        COUNT_IF(keys.z < key)
        COUNT_IF(keys.w < key)
    }
    return rank;
}

// keys_before() in the part of a chunk that this invocation's slice compares. The group
// has as many slices of `tile` invocations as fit.
uint keys_before_in_slice(uint first, uint end, uint tile, uint key, uint position)
{
    uint quads = (max(end, first) - first + 3u) / 4u;
    uint slices = uint(GROUP) / tile;
    uint part = (quads + slices - 1u) / slices;
    uint at = min(gl_LocalInvocationIndex / tile * part, quads);
    return keys_before(at, min(at + part, quads), first / 4u, tile, key,
                       position);
}

// Another work group may write the other half of the word.
void put_half(uint at, uint index)
{
    uint word = params.out_base + at / 2u;
    uint shift = 16u * (at & 1u);
    atomicAnd(order_out[word], 0xFFFF0000u >> shift);
    atomicOr(order_out[word], (index & 0xFFFFu) << shift);
}

void put_index(uint at, uint index)
{
    if (has_flag(ORDER_NARROW))
        put_half(at, index);
    else
        order_out[params.out_base + at] = index;
}

// depth: as depths_out has it.
void store_element(uint rank, uint element, uint depth)
{
    uint at = view_at * params.max_count + rank;
#if PRIMITIVES
    for (uint i = 0u; i < params.vertices; ++i)
        put_index(at * params.vertices + i, index_at(element * params.vertices + i));
#else
    put_index(at, element);
#endif
#ifdef DEPTHS_POINT
    if (has_flag(ORDER_WRITES_DEPTHS))
        depths_out[params.depths_base + at] = depth;
#endif
}
