// SPDX-License-Identifier: MIT
// Keys of one word in a tile.
uint tile_key(uint at)
{
    return tile_words[PADDED(at)];
}

void put_tile_key(uint at, uint key)
{
    tile_words[PADDED(at)] = key;
}
