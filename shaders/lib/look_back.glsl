// SPDX-License-Identifier: MIT
// Exclusive prefix of a tile's counts, by decoupled look-back: D. Merrill and M.
// Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// Each tile publishes its aggregate, which is the number of its keys in each bin. With
// hundreds of tiles in flight, adding up single tiles takes too long, so this look-back
// has two levels. RADIX_TILE_GROUP neighbouring tiles form a tile group. The last tile
// of each full tile group publishes the aggregate of the tile group and then its
// inclusive prefix; in tile group 0 it publishes the prefix at once. A tile adds the
// aggregates of the preceding tiles of its own tile group, and then walks backwards over
// the preceding tile groups until one of them has an inclusive prefix.
//
// The including shader defines LOOK_BACK_STATUS, the binding point of the table, and
// LOOK_BACK_BINS; it sets `tile`, `scatter_order` (see RADIX_AGGREGATE) and `smaller`,
// the number of keys in the array with a smaller digit; and it defines
// count_unpublished_tile(). If the tile has keys, the invocation of each bin calls
// publish_tile_aggregate(), publish_tile_group() and look_back(), once each and in this
// order; a tile without keys may have no row in the table. There is no barrier in this
// file: bins proceed independently.
#include "shared/radix.h"

layout(std430, binding = LOOK_BACK_STATUS) coherent volatile buffer Status
{
    uint tile_status[];
};

// For tests: tiles that never publish.
#ifndef RADIX_IS_UNPUBLISHED
#define RADIX_IS_UNPUBLISHED(TILE) false
#endif

bool is_last_of_tile_group()
{
    return tile % RADIX_TILE_GROUP == RADIX_TILE_GROUP - 1u;
}

// ---- publishing -----------------------------------------------------------------------

void publish(uint row, uint bin, uint word)
{
    if (!RADIX_IS_UNPUBLISHED(tile))
        tile_status[row * uint(LOOK_BACK_BINS) + bin] = word;
}

void publish_tile_aggregate(uint bin, uint keys)
{
    publish(RADIX_TILE_ROW(tile), bin, RADIX_AGGREGATE(scatter_order) | keys);
}

// Computes the aggregate of a whole tile that has not published it.
uint count_unpublished_tile(uint unpublished, uint bin);

// In the last tile of a tile group: keys of the bin in the preceding tiles of the group.
uint preceding_keys = 0u;

void publish_tile_group_aggregate(uint bin, uint keys)
{
    publish(RADIX_TILE_GROUP_ROW(tile / RADIX_TILE_GROUP), bin,
            RADIX_AGGREGATE(scatter_order) | keys);
}

// A prefix of 1 << RADIX_STATUS_VALUE_BITS wraps to 0. It is the largest possible count,
// so no later tile has keys of the bin, and the wrong value does no harm.
void publish_tile_group_inclusive_prefix(uint bin, uint keys)
{
    publish(RADIX_TILE_GROUP_ROW(tile / RADIX_TILE_GROUP), bin,
            RADIX_INCLUSIVE_PREFIX(scatter_order) | (keys & RADIX_STATUS_VALUE_MASK));
}

// ---- tiles of one tile group ----------------------------------------------------------

// The value of a status word where the condition holds, otherwise 0.
uint value_if(bool condition, uint word)
{
    return condition ? word & RADIX_STATUS_VALUE_MASK : 0u;
}

// Keys of the bin in tiles `first` .. `end` - 1, all of one tile group. Reads batches
// of eight status words until all tiles have published; in a batch, places from `end` on
// repeat the last tile. After RADIX_PATIENCE batches it takes the tiles one by one up to
// the first that is still unpublished, counts the keys of that one, and then reads the
// rest in batches again.
uint aggregate_of_tiles(uint first, uint end, uint bin)
{
    uint least = RADIX_AGGREGATE(scatter_order);
    uint keys = 0u;
    uint patience = RADIX_PATIENCE;
    while (first < end) {
        uint row = RADIX_TILE_ROW(first) * uint(LOOK_BACK_BINS) + bin;
        uint last = end - first - 1u;
        uvec4 at = row + min(uvec4(0u, 1u, 2u, 3u), uvec4(last)) * uint(LOOK_BACK_BINS);
        uvec4 then = row + min(uvec4(4u, 5u, 6u, 7u), uvec4(last)) * uint(LOOK_BACK_BINS);
        uvec4 near = uvec4(tile_status[at.x], tile_status[at.y], tile_status[at.z],
                           tile_status[at.w]);
        uvec4 far = uvec4(tile_status[then.x], tile_status[then.y], tile_status[then.z],
                          tile_status[then.w]);
        uvec4 lesser = min(near, far);
        if (min(min(lesser.x, lesser.y), min(lesser.z, lesser.w)) >= least) {
            keys += value_if(0u <= last, near.x);
            keys += value_if(1u <= last, near.y);
            keys += value_if(2u <= last, near.z);
            keys += value_if(3u <= last, near.w);
            keys += value_if(4u <= last, far.x);
            keys += value_if(5u <= last, far.y);
            keys += value_if(6u <= last, far.z);
            keys += value_if(7u <= last, far.w);
            first = end;
        } else if (patience == 0u) {
            bool is_published = near.x >= least;
            keys += is_published ? near.x & RADIX_STATUS_VALUE_MASK
                                 : count_unpublished_tile(first, bin);
            patience = is_published ? 0u : RADIX_PATIENCE;
            ++first;
        } else {
            --patience;
        }
    }
    return keys;
}

// The last tile of a tile group publishes for the whole tile group right after its own
// aggregate, since later tiles depend on it.
void publish_tile_group(uint bin, uint keys)
{
    if (is_last_of_tile_group()) {
        preceding_keys = aggregate_of_tiles(tile - (RADIX_TILE_GROUP - 1u), tile, bin);
        if (tile < RADIX_TILE_GROUP)
            publish_tile_group_inclusive_prefix(bin, smaller + preceding_keys + keys);
        else
            publish_tile_group_aggregate(bin, preceding_keys + keys);
    }
}

// ---- tile groups ----------------------------------------------------------------------

// Status words of the four tile groups before `end`, the nearest first. Where there are
// fewer than four, tile group 0 repeats.
uvec4 statuses_of_tile_groups(uint end, uint bin)
{
    uvec4 tile_groups = end - min(uvec4(1u, 2u, 3u, 4u), uvec4(end));
    uvec4 at = RADIX_TILE_GROUP_ROW(tile_groups) * uint(LOOK_BACK_BINS) + bin;
    return uvec4(tile_status[at.x], tile_status[at.y], tile_status[at.z],
                 tile_status[at.w]);
}

// Exclusive prefix of tile group `end`: keys of the bin in all tile groups before it,
// plus the keys of the array with a smaller digit. `words` are
// statuses_of_tile_groups(end, bin), read earlier, and unused if `end` is 0. A tile that
// has spun RADIX_PATIENCE times adds up the aggregate of the nearest missing tile group
// itself, from its tiles.
uint exclusive_prefix_of_tile_group(uint end, uint bin, uvec4 words)
{
    uint least_aggregate = RADIX_AGGREGATE(scatter_order);
    uint least_prefix = RADIX_INCLUSIVE_PREFIX(scatter_order);
    bool has_prefix = end == 0u;
    uint before = has_prefix ? smaller : 0u;
    uint patience = RADIX_PATIENCE;
    while (!has_prefix) {
        uint taken = 0u;
#define TAKE_WORD(WORD, INDEX)                                                           \
    if (taken == INDEX && !has_prefix && WORD >= least_aggregate) {                      \
        before += WORD & RADIX_STATUS_VALUE_MASK;                                        \
        has_prefix = WORD >= least_prefix;                                               \
        ++taken;                                                                         \
    }
        TAKE_WORD(words.x, 0u)
        TAKE_WORD(words.y, 1u)
        TAKE_WORD(words.z, 2u)
        TAKE_WORD(words.w, 3u)
        patience = taken > 0u ? RADIX_PATIENCE : patience - 1u;
        if (patience == 0u) {
            before += aggregate_of_tiles((end - 1u) * RADIX_TILE_GROUP,
                                         end * RADIX_TILE_GROUP, bin);
            has_prefix = end == 1u;
            before += has_prefix ? smaller : 0u;
            patience = RADIX_PATIENCE;
            taken = 1u;
        }
        end -= taken;
        if (!has_prefix)
            words = statuses_of_tile_groups(end, bin);
    }
    return before;
}

// Exclusive prefix of the tile: keys of the bin in all tiles before it, plus the keys of
// the array with a smaller digit.
uint look_back(uint bin, uint keys)
{
    uint tile_group = tile / RADIX_TILE_GROUP;
    uvec4 words = uvec4(0u); // read ahead: aggregate_of_tiles() hides the latency
    if (tile_group > 0u)
        words = statuses_of_tile_groups(tile_group, bin);
    uint preceding = is_last_of_tile_group()
                         ? preceding_keys
                         : aggregate_of_tiles(tile_group * RADIX_TILE_GROUP, tile, bin);
    uint before = exclusive_prefix_of_tile_group(tile_group, bin, words) + preceding;
    if (is_last_of_tile_group() && tile_group > 0u)
        publish_tile_group_inclusive_prefix(bin, before + keys);
    return before;
}

