// SPDX-License-Identifier: MIT
// What rank/rank_all.comp and rank/rank_tiles.comp do, as a short text, which drivers
// translate soon: every element of the group's tile is compared with all keys, which are
// read from memory. The group is divided into slices of a tile, and each slice compares
// every so many keys.
#include "lib/loops.glsl"

shared uint ranks[RANK_TILE_MOST];

uint keys_before(uint slice, uint key, uint position, uint count)
{
    uint before = 0u;
    for (uint at = slice; at < count; at += uint(RANK_ALL_GROUP) / params.tile) {
        uint other = load_key(at);
        before += other < key || (other == key && at < position) ? 1u : 0u;
    }
    return before;
}

void main()
{
    uint count = sort_count();
    uint lane = gl_LocalInvocationIndex;
    uint element = lane % params.tile;
    uint position = group_index() * params.tile + element;
    bool keeps_order = (params.io.flags & RANK_KEEP_ORDER) != 0u;
    bool has_element = lane < params.tile && position < count;
    uint key = position < count ? load_key(position) : 0u;
    uint value = has_element ? value_at(position) : 0u;
    if (lane < params.tile)
        ranks[lane] = keeps_order ? position : 0u;
    group_sync();
    uint before = 0u;
    if (position < count && !keeps_order)
        before = keys_before(lane / params.tile, key, position, count);
    if (before > 0u)
        atomicAdd(ranks[element], before);
    group_sync();
    if (has_element)
        store(ranks[lane], key, value);
}
