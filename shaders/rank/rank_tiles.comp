// SPDX-License-Identifier: MIT
// Sorts a small array in one pass: a work group ranks each element of a tile among all
// (lib/tile_ranks.glsl). It is the enumeration sort of rank/rank_all.comp with fewer
// steps, and without keys of all elements in shared memory, but with more barriers.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending; writes are scattered. With
//           RANK_KEEP_ORDER it copies instead
//   grid    ceil(count / params.tile) work groups of RANK_TILE_GROUP; further groups do
//           nothing
//
// The keys are read before the tile is sorted. Those past the count are the largest and
// have the last positions, so that they are before no element.
#include "shared/rank.h"
#include "lib/count.glsl"
#include "rank/rank_storage.glsl"
#include "lib/group.glsl"

layout(local_size_x = RANK_TILE_GROUP) in;

#include "lib/tile_ranks.glsl"

// Reads the last key past the end, not under a condition, so that all reads of an
// invocation are in flight together.
uint key_at(uint at, uint count)
{
    uint key = load_key(min(at, count - 1u));
    return at < count ? key : LARGEST_KEY;
}

uvec4 quad_at(uint at, uint count)
{
    return uvec4(key_at(at, count), key_at(at + 1u, count), key_at(at + 2u, count),
                 key_at(at + 3u, count));
}

void main()
{
    uint count = sort_count();
    uint lane = gl_LocalInvocationIndex;
    uint own = group_index() * params.tile;
    uint position = own + lane;
    bool has_element = lane < params.tile && position < count;
    uint key = has_element ? load_key(position) : LARGEST_KEY;
    uint value = has_element ? value_at(position) : 0u;
    bool keeps_order = (params.io.flags & RANK_KEEP_ORDER) != 0u;
    uint compared = keeps_order || own >= count ? 0u : count;
    share_quads(compared);
    for (uint i = 0u; i < uint(QUADS); ++i)
        if (i < own_quads)
            quads[i] = quad_at(element_of(i), compared);
    sort_tile(params.tile, key);
    for (uint i = 0u; i < uint(QUADS); ++i)
        if (i < own_quads && element_of(i) < compared)
            count_quad(params.tile, own, element_of(i), quads[i], bvec4(true));
    group_sync();
    if (has_element)
        store(keeps_order ? position : rank_of(lane), key, value);
}

