// SPDX-License-Identifier: MIT
// Keys of KEY_WORDS words, 1 or 2, as ordered unsigned integers. Of two words the low one
// comes first, in memory and in a uvec2. The including shader declares the uniform block
// `params`, whose first member is `io`, and may define KEY_WORDS.
#include "shared/io.h"
#include "lib/keys.glsl"

#ifndef KEY_WORDS
#define KEY_WORDS 1
#endif

#if KEY_WORDS == 2
#define KEY uvec2

bool is_less(uvec2 a, uvec2 b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

// Maps, each for a key whose top bit is set and for all others: map.x and map.y of the
// high word, low_map.x and low_map.y of the low word. See lib/keys.glsl.
uvec2 map_wide_key(uvec2 key, uvec2 map, uvec2 low_map)
{
    uint sign = 0u - (key.y >> 31u); // all ones or none
    return key ^ uvec2(low_map.y, map.y) ^
           (sign & uvec2(low_map.x ^ low_map.y, map.x ^ map.y));
}

// The low words of a key map by two flags of params.io.
uvec2 low_map_of(uint negative, uint positive)
{
    return uvec2((params.io.flags & negative) != 0u ? 0xFFFFFFFFu : 0u,
                 (params.io.flags & positive) != 0u ? 0xFFFFFFFFu : 0u);
}

// The map of keys that are read from the inputs.
uvec2 map_key_in(uvec2 key)
{
    return map_wide_key(key, uvec2(params.io.read_negative, params.io.read_positive),
                        low_map_of(IO_READ_LOW_NEGATIVE, IO_READ_LOW_POSITIVE));
}

// The map of keys that are written to the outputs.
uvec2 map_key_out(uvec2 key)
{
    return map_wide_key(key, uvec2(params.io.write_negative, params.io.write_positive),
                        low_map_of(IO_WRITE_LOW_NEGATIVE, IO_WRITE_LOW_POSITIVE));
}
#else
#define KEY uint

bool is_less(uint a, uint b)
{
    return a < b;
}

uint map_key_in(uint key)
{
    return map_key(key, params.io.read_negative, params.io.read_positive);
}

uint map_key_out(uint key)
{
    return map_key(key, params.io.write_negative, params.io.write_positive);
}
#endif
