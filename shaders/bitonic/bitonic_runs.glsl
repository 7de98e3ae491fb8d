// SPDX-License-Identifier: MIT
// The runs of one level. The array is cut into `tiles` tiles, the last of which may be
// short, and these into 1 << runs_log runs of whole tiles, as even as can be. Run r of a
// level is runs 2r and 2r + 1 of the level below, so any number of tiles is merged with
// no padding, and a run that is one tile more than half of the next power of two costs
// what its tiles do.
//
// Of the two runs that make a run, the second goes in the direction of what they make and
// the first against it: together they are bitonic. The last run of every level ascends,
// so what is missing at the end of the array counts as the largest of all.

struct bitonic_run {
    uint first; // position
    uint end;
    uint tiles;
    bool descends;
};

// 1 << runs_log is at most 2^16, as is the number of tiles, and smaller if both are.
bitonic_run run_at(uint run, uint runs_log, uint tiles, uint tile_log, uint count)
{
    bitonic_run r;
    uint first_tile = run * tiles >> runs_log;
    uint end_tile = run + 1u == 1u << runs_log ? tiles : (run + 1u) * tiles >> runs_log;
    r.first = first_tile << tile_log;
    r.end = min(end_tile << tile_log, count);
    r.tiles = end_tile - first_tile;
    r.descends = ((runs_log - uint(bitCount(run))) & 1u) != 0u;
    return r;
}

uint run_of_tile(uint tile, uint runs_log, uint tiles)
{
    return tiles == 1u << runs_log ? tile : (((tile + 1u) << runs_log) - 1u) / tiles;
}
