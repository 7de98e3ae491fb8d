// SPDX-License-Identifier: MIT
// Three phases, pass 3 of a digit: rank and permute. Tiles that are neighbours are so in
// time, too, as far as groups begin in order: they fill each other's lines of the cache.
//
//   reads   keys and values of the place that the move says (or makes 0 .. count - 1),
//           counts, starts of the state
//   writes  keys and values of another place, anywhere: this pass scatters
//   grid    one work group a tile, of RADIX_GROUP; none if the digit is skipped
#include "lib/extensions.glsl"

#if LARGE
#define ITEMS RADIX_LARGE_ITEMS
#else
#define ITEMS RADIX_ITEMS
#endif
#define RANK_GROUP RADIX_GROUP

#include "radix/radix_tile.glsl"

layout(std430, binding = RADIX_COUNTS) readonly buffer Counts
{
    uint counts[];
};

// Of a bin, in the tiles before this one.
uint keys_before(uint tile, uint bin)
{
    uint each = tiles_a_group(tile_count(sort_count()));
    uint before = counts[bin * params.group_count + tile / each];
    if (each > 1u)
        before += counts[(params.group_count + tile) * uint(RADIX_BINS) + bin];
    return before;
}

void main()
{
    begin_subgroups();
    uint tile = group_index();
    uint bin = PLACE_IN_GROUP;
    key_span keys = span_of_tile(tile);
    read_move();
    uint target = smaller_keys(bin);
    if (keys.first < keys.end)
        target += keys_before(tile, bin);
    set_tile(keys.first, keys.end);
    load_keys();
    uint bin_start;
    rank_tile(bin_start);
    EACH_ITEM(PUT_KEY)
    bin_target[bin] = target - bin_start;
#if WITH_VALUES
    load_values(); // early: the reads run while the keys are written
#endif
    group_sync();
    write_keys();
#if WITH_VALUES
    write_values();
#endif
}
