// SPDX-License-Identifier: MIT
// Merge levels of a segment: level l merges tiles, or runs of 2^l tiles. All segments end
// with the last level, so shorter ones begin with a later one.

uint tiles_of(uint elements)
{
    return (elements + uint(SEGMENT_TILE - 1)) / uint(SEGMENT_TILE);
}

uint levels_of(uint elements)
{
    uint tiles = tiles_of(elements);
    return tiles > 1u ? uint(findMSB(tiles - 1u)) + 1u : 0u;
}
