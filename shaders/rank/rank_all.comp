// SPDX-License-Identifier: MIT
// Enumeration sort (comparison counting) of a small array in one pass: each element is
// compared with all others, and its rank is the number of elements before it. D. E.
// Knuth, "The Art of Computer Programming", volume 3, section 5.2; in parallel: D. E.
// Muller and F. P. Preparata, "Bounds to Complexities of Networks for Sorting and for
// Switching", 1975. rank/rank_tiles.comp sorts more elements in one pass.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending; writes are scattered. With
//           RANK_KEEP_ORDER it copies instead
//   grid    ceil(count / TILE) work groups of GROUP; further groups do nothing
//
// Each group reads all keys into shared memory. The keys are divided into SLICES parts,
// and the group into as many slices of TILE invocations: each invocation compares one
// element of the group's tile with one part of the keys.
#include "shared/rank.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "rank/rank_storage.glsl"

#define TILE RANK_ALL_TILE
#define SLICES (GROUP / TILE)

layout(local_size_x = GROUP) in;

shared uvec4 staged_keys[RANK_ALL_MOST / 4]; // four keys each
shared uint ranks[TILE];

// Pads the last quad with the largest key, which is before no element.
void stage_keys(uint quads, uint count)
{
    uint quad = gl_LocalInvocationIndex;
    for (; quad < quads; quad += uint(GROUP)) {
        uint at = 4u * quad;
        uvec4 keys = uvec4(0xFFFFFFFFu);
        keys.x = load_key(at);
        if (at + 1u < count)
            keys.y = load_key(at + 1u);
        if (at + 2u < count)
            keys.z = load_key(at + 2u);
        if (at + 3u < count)
            keys.w = load_key(at + 3u);
        staged_keys[quad] = keys;
    }
}

#define RANK before
#include "lib/count_quads.glsl"

// Partial rank of an element: how many keys in quads `at` .. `end` - 1 are before it. Of
// equal keys, those at earlier positions come first. Quads before the element's tile are
// at earlier positions, and quads after it at later ones, so only the quads of the tile
// need a comparison of positions.
uint keys_before(uint at, uint end, uint key, uint position)
{
    uint tile_at = position / uint(TILE) * uint(TILE / 4);
    uint stop = min(end, tile_at);
    uint before = 0u;
    uvec4 keys;
    COUNT_QUADS(stop, <=)
    stop = min(end, tile_at + uint(TILE / 4));
    for (; at < stop; ++at) {
        keys = staged_keys[at];
        COUNT_IF(keys.x < key || (keys.x == key && 4u * at < position))
        COUNT_IF(keys.y < key || (keys.y == key && 4u * at + 1u < position))
        COUNT_IF(keys.z < key || (keys.z == key && 4u * at + 2u < position))
        COUNT_IF(keys.w < key || (keys.w == key && 4u * at + 3u < position))
    }
    COUNT_QUADS(end, <)
    return before;
}

void main()
{
    uint count = sort_count();
    uint lane = gl_LocalInvocationIndex;
    uint position = group_index() * uint(TILE) + lane % uint(TILE);
    bool has_element = lane < uint(TILE) && position < count;
    bool keeps_order = (params.io.flags & RANK_KEEP_ORDER) != 0u;
    bool has_tile = group_index() * uint(TILE) < count;
    uint quads = keeps_order || !has_tile ? 0u : (count + 3u) / 4u;
    uint key = position < count ? load_key(position) : 0u;
    uint value = has_element ? value_at(position) : 0u;
    if (lane < uint(TILE))
        ranks[lane] = keeps_order ? position : 0u;
    stage_keys(quads, count);
    group_sync();
    uint part = (quads + uint(SLICES - 1)) / uint(SLICES);
    uint first = min(lane / uint(TILE) * part, quads);
    uint before = keys_before(first, min(first + part, quads), key, position);
    if (before > 0u)
        atomicAdd(ranks[lane % uint(TILE)], before);
    group_sync();
    if (has_element)
        store(ranks[lane], key, value);
}

