// SPDX-License-Identifier: MIT
// Keys of two words in a tile, as ordered integers (low, high).
shared uint low_words[PADDED(SEGMENT_TILE) + 1];

uvec2 tile_key(uint at)
{
    return uvec2(low_words[PADDED(at)], tile_words[PADDED(at)]);
}

void put_tile_key(uint at, uvec2 key)
{
    low_words[PADDED(at)] = key.x;
    tile_words[PADDED(at)] = key.y;
}
