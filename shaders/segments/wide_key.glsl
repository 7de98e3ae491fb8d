// SPDX-License-Identifier: MIT
// Keys of two words in a tile, as ordered integers (low, high).
#define KEY uvec2

shared uint low_words[PADDED(SEGMENT_TILE) + 1];

bool is_less(uvec2 a, uvec2 b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

uvec2 tile_key(uint at)
{
    return uvec2(low_words[PADDED(at)], tile_words[PADDED(at)]);
}

void put_tile_key(uint at, uvec2 key)
{
    low_words[PADDED(at)] = key.x;
    tile_words[PADDED(at)] = key.y;
}

uvec2 load_tile_key(uint at)
{
    uint place = params.io.keys_in_base + at * 2u + at * params.io.keys_in_gap;
    uint low = source_keys[place];
    uint high = source_keys[place + 1u];
    bool negative = (high & 0x80000000u) != 0u;
    low ^= negative ? params.read_low_negative : params.read_low_positive;
    high = map_key(high, params.io.read_negative, params.io.read_positive);
    return uvec2(low, high);
}

void store_tile_key(uint at, uvec2 key)
{
    bool negative = (key.y & 0x80000000u) != 0u;
    uint low = negative ? params.write_low_negative : params.write_low_positive;
    sink_key(2u * at, key.x ^ low);
    store_key(2u * at + 1u, key.y);
}
