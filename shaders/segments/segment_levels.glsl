// SPDX-License-Identifier: MIT
// Merge levels of a segment: level l merges pairs of runs of 2^l tiles. A merge pass does
// up to params.merge_levels of them. Every segment that is merged takes part in the
// last pass, so segments that need fewer passes begin with a later one.

uint tiles_of(uint elements)
{
    return (elements + uint(SEGMENT_TILE - 1)) / uint(SEGMENT_TILE);
}

uint levels_of(uint elements)
{
    uint tiles = tiles_of(elements);
    return tiles > 1u ? uint(findMSB(tiles - 1u)) + 1u : 0u;
}

uint merges_of(uint levels)
{
    return (levels + params.merge_levels - 1u) / params.merge_levels;
}

// The levels that are done when a segment has `left` merges left, which is at most
// merges_of(levels). Its merges do about equally many levels each.
uint levels_done(uint levels, uint left)
{
    uint merges = merges_of(levels);
    return levels * (merges - left) / merges;
}
