// SPDX-License-Identifier: MIT
// The move of a digit: from which of three places to which its elements go, as the pass
// that counted all digits has settled, and the keys on the way.
//
// With PAIRS a key and its value are side by side between digits: half as many scattered
// writes, and fewer parts of a sector. The spare place has nothing but pairs. The outputs
// together are as large: keys_out begins with as many whole tiles of pairs as it has room
// for, values_out with the next ones, and the rest is apart, behind both. There the
// including shader defines RANK_TILE.
#include "radix/radix.glsl"

#ifndef WITH_VALUES
#define WITH_VALUES 0
#endif
#ifndef PAIRS
#define PAIRS 0
#define SPARE_TEXTURE 0
#endif

// The outputs are read, too: they take turns with the spare place.
#define SOURCE_KEYS RADIX_KEYS_IN
#define SINK_KEYS RADIX_KEYS_OUT
#define SINK_MEMORY
#if WITH_VALUES
#define SOURCE_VALUES RADIX_VALUES_IN
#define SINK_VALUES RADIX_VALUES_OUT
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"
#if SPARE_TEXTURE
#include "lib/spare_texture.glsl"
#else
layout(std430, binding = RADIX_KEYS_SPARE) buffer KeysSpare
{
#if PAIRS
    uvec2 pairs_spare[]; // key, value
#else
    uint keys_spare[];
#endif
};
#endif
#if PAIRS
// The outputs once more.
layout(std430, binding = RADIX_KEYS_OUT) buffer PairsLow
{
    uvec2 pairs_low[];
};
layout(std430, binding = RADIX_VALUES_OUT) buffer PairsHigh
{
    uvec2 pairs_high[];
};
#endif
layout(std430, binding = RADIX_STATE) buffer State
{
    uint state[];
};

uint move_from = RADIX_IN;
uint move_to = RADIX_OUT;
uint move_order = 0u;
bool move_is_last = false;
uvec2 read_map = uvec2(0u); // what a move does to keys: the first and the last one do
uvec2 write_map = uvec2(0u);
digit_bits move_bits = digit_bits(0u, 0u);
uint pairs_each = 0u; // that the outputs begin with, between digits

void read_move()
{
    uint at = uint(RADIX_MOVES) + 4u * params.digit;
    move_from = state[at + uint(RADIX_MOVE_FROM)];
    move_to = state[at + uint(RADIX_MOVE_TO)];
    move_order = state[at + uint(RADIX_MOVE_ORDER)];
    move_is_last = state[at + uint(RADIX_MOVE_LAST)] != 0u;
    move_bits = bits_of_digit(params.digit);
    bool is_first = move_order == 0u;
    if (is_first)
        read_map = uvec2(params.io.read_negative, params.io.read_positive);
    if (move_is_last)
        write_map = uvec2(params.io.write_negative, params.io.write_positive);
#if PAIRS
    pairs_each = pairs_of_outputs(params.io.keys_out_base, params.io.values_out_base,
                                  uint(RANK_TILE));
#endif
}

uint digit_at_hand(uint key)
{
    return digit_of(key, move_bits);
}

// Keys of the array that have a smaller digit.
uint smaller_keys(uint bin)
{
    return state[uint(RADIX_STARTS) + params.digit * uint(RADIX_BINS) + bin];
}

#if SPARE_TEXTURE
#define PAIR_OF_SPARE(AT) pair_of_spare(AT)
#define PAIR_TO_SPARE(AT, PAIR) pair_to_spare(AT, PAIR)
#else
#define PAIR_OF_SPARE(AT) pairs_spare[AT]
#define PAIR_TO_SPARE(AT, PAIR) pairs_spare[AT] = PAIR
#endif
#if PAIRS
#define SPARE_KEY(AT) PAIR_OF_SPARE(AT).x
#define LOW_PAIR(AT) pairs_low[params.io.keys_out_base / 2u + (AT)]
#define HIGH_PAIR(AT) pairs_high[params.io.values_out_base / 2u + (AT) - pairs_each]
#else
#define SPARE_KEY(AT) keys_spare[AT]
#endif

// Between two moves, as an earlier move left it.
uint out_key(uint at)
{
    return sink_keys[params.io.keys_out_base + at];
}

uint key_at(uint at)
{
    if (move_from == RADIX_IN)
        return load_key(at);
    if (move_from == RADIX_SPARE)
        return SPARE_KEY(at);
#if PAIRS
    if (at < pairs_each)
        return LOW_PAIR(at).x;
    if (at < 2u * pairs_each)
        return HIGH_PAIR(at).x;
#endif
    return out_key(at);
}
