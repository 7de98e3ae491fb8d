// SPDX-License-Identifier: MIT
// sort_tile() of rank/rank_runs.comp as a short text, which drivers translate soon: every
// merge is a round of one loop, and every element of it a round of another one.
#include "lib/loops.glsl"

// The positions of an invocation.
#define EACH_POSITION                                                                    \
    for (uint position = gl_LocalInvocationIndex; position < ROUNDS(TILE);               \
         position += uint(GROUP))

// Positions past the end get the largest key: stability puts it after all keys of the
// input.
KEY key_or_largest(uint at)
{
    KEY key = KEY(0xFFFFFFFFu);
    if (at < tile_end)
        key = load_key(at);
    return key;
}

// The rank of an element in the merged run: elements of the first run of a pair count the
// smaller keys of the other one, and elements of the second run equal ones too.
uint merged_rank(uint position, KEY key, uint run)
{
    bool is_second = (position & run) != 0u;
    uint other = half_at + ((position ^ run) & ~(run - 1u));
    uint before = 0u;
    for (uint step = run; step > 0u; step >>= 1u) {
        KEY at = tile_key(other + min(before + step, run) - 1u);
        bool is_before = is_less(at, key) || (is_second && at == key);
        before += is_before && before + step <= run ? step : 0u;
    }
    return (position & ~run) + before;
}

void merge_runs(uint run)
{
    EACH_POSITION {
        KEY key = tile_key(half_at + position);
        uint rank = merged_rank(position, key, run);
        put_tile_key((half_at ^ uint(HALF)) + rank, key);
#if WITH_VALUES
        tile_words[(half_at ^ uint(HALF)) + uint(TILE) + rank] =
            tile_words[half_at + uint(TILE) + position];
#endif
    }
}

void sort_tile()
{
    EACH_POSITION {
        put_tile_key(position, key_or_largest(tile_first + position));
#if WITH_VALUES
        tile_words[uint(TILE) + position] = position;
#endif
    }
    group_sync();
    for (uint run = 1u; run < tile_end - tile_first; run <<= 1u) {
        merge_runs(run);
        half_at ^= uint(HALF);
        group_sync();
    }
#if WITH_VALUES
    uint values_at = half_at ^ uint(HALF);
    EACH_POSITION { tile_words[values_at + position] = value_at(tile_first + position); }
#endif
    group_sync();
    EACH_POSITION {
        put_key(position, tile_key(half_at + position));
#if WITH_VALUES
        uint from = tile_words[half_at + uint(TILE) + position];
        put_value(position, tile_words[values_at + from]);
#endif
    }
}
