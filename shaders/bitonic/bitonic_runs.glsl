// SPDX-License-Identifier: MIT
// The runs of one level. The array consists of `tiles` tiles, the last of which may be
// short, and the tiles form 1 << runs_log runs, whose numbers of tiles differ by at most
// one. Run r of a level consists of runs 2r and 2r + 1 of the level below. So any number
// of tiles merges without padding to a power of two.
//
// Of the two runs that are merged, the second has the direction of the merged run and the
// first the opposite one: together they are bitonic. The last run of each level ascends,
// so elements missing at the end of the array count as the largest.

struct bitonic_run {
    uint first; // position
    uint end;
    uint tiles;
    bool descends;
};

// The products fit in 32 bits: `tiles` and 1 << runs_log are at most 2^16, and `run` is
// smaller than the latter.
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
