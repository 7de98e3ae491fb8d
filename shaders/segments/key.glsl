// SPDX-License-Identifier: MIT
// Keys of one word in a tile.
#define KEY uint

bool is_less(uint a, uint b)
{
    return a < b;
}

uint tile_key(uint at)
{
    return tile_words[PADDED(at)];
}

void put_tile_key(uint at, uint key)
{
    tile_words[PADDED(at)] = key;
}

uint load_tile_key(uint at)
{
    return load_key(at);
}

void store_tile_key(uint at, uint key)
{
    store_key(at, key);
}
