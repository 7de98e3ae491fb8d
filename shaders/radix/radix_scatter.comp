// SPDX-License-Identifier: MIT
// Pass 3 of 3 of a digit: rank and permute. Where work groups start in order,
// neighbouring tiles run at the same time and complete each other's cache lines.
//
//   reads   the digit's scatter and where each bin starts, in the state; keys and values
//           of the scatter's source (or makes values 0 .. count - 1); counts
//   writes  keys and values of its destination, ordered by the digit; the writes are
//           scattered
//   grid    one work group of RADIX_GROUP per tile; any groups without a tile return at
//           once. If the digit is skipped, there are no groups, or all return
//
// SHAPE: 0 and 1, tiles of RADIX_TILE and of RADIX_LARGE_TILE keys; 2, narrow tiles, of
// several parts of RADIX_PART keys each, which the group permutes one after the other.
#if SHAPE == 2
#define ITEMS RADIX_PART_ITEMS
#define MASKS 1
#elif SHAPE == 1
#define ITEMS RADIX_LARGE_ITEMS
#else
#define ITEMS RADIX_ITEMS
#endif
#define RANK_GROUP RADIX_GROUP
#define BASES_FIRST 1

#include "radix/radix_tile.glsl"

layout(std430, binding = RADIX_COUNTS) readonly buffer Counts { uint counts[]; };

// Exclusive prefix: keys of the bin in the tiles before this one.
uint keys_before(uint tile, uint bin)
{
    uint groups = counting_groups();
    uint each = tiles_per_group(tile_count(sort_count()), groups);
    uint before = counts[bin * groups + tile / each];
    if (each > 1u)
        before += counts[(groups + tile) * uint(RADIX_BINS) + bin];
    return before;
}

uint next_target = 0u; // where the next key of this invocation's bin goes

void permute_keys(key_span keys)
{
    uint bin = INDEX_IN_GROUP;
    set_tile(keys.first, keys.end);
    load_keys();
    uint bin_start;
    uint total = rank_tile(bin_start);
    EACH_ITEM(PUT_KEY)
    bin_target[bin] = next_target - bin_start;
    next_target += total;
#if WITH_VALUES
    load_values(); // before write_keys(), so that the reads overlap with its writes
#endif
    group_sync();
    write_keys();
#if WITH_VALUES
    write_values();
#endif
}

void permute_tile(uint tile, key_span keys)
{
    uint bin = INDEX_IN_GROUP;
    next_target = smaller_keys(bin) + keys_before(tile, bin);
#if SHAPE == 2
    for (uint first = keys.first; first < keys.end; first += uint(RANK_TILE)) {
        permute_keys(key_span(first, min(first + uint(RANK_TILE), keys.end)));
        group_sync();
    }
#else
    permute_keys(keys);
#endif
}

void main()
{
    uint tile = group_index();
    key_span keys = span_of_tile(tile);
    read_scatter();
    if (keys.first < keys.end && scatter_destination != scatter_source)
        permute_tile(tile, keys);
}
