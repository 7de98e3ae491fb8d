// SPDX-License-Identifier: MIT
// Merge levels of a segment: level l merges pairs of runs of 2^l tiles, in a pass of its
// own. Every segment that is merged takes part in the last pass, so segments of fewer
// levels begin with a later one.

uint levels_of(uint elements)
{
    uint tiles = (elements + uint(SEGMENT_TILE - 1)) / uint(SEGMENT_TILE);
    return tiles > 1u ? uint(findMSB(tiles - 1u)) + 1u : 0u;
}
