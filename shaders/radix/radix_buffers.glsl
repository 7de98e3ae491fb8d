// SPDX-License-Identifier: MIT
// Source and destination of a digit's scatter, which the sort's first pass has chosen
// (radix/digits.glsl) from three buffers: the inputs, the ping-pong buffer (`alternate`),
// and the outputs.
//
// With PAIRS a key and its value are adjacent between digits, which halves the number of
// scattered writes and wastes less of each memory sector. The ping-pong buffer holds
// pairs only. The two output arrays together are as large as that buffer: keys_out begins
// with as many whole tiles of pairs as fit, values_out with the following ones, and the
// remaining keys and values follow separately, after the pairs of their array. If one of
// the output arrays begins at an odd word, neither holds pairs. With PAIRS the including
// shader defines RANK_TILE.
//
// The including shader may define BASES_FIRST as 1. Then each pass selects the bases of
// its buffers once, and no access waits for a parameter in a branch of its own. On an
// H200 that makes radix_scatter.comp up to 3 % faster, but radix_chain.comp up to 3 %
// slower.
#include "radix/radix.glsl"

#ifndef BASES_FIRST
#define BASES_FIRST 0
#endif

#ifndef WITH_VALUES
#define WITH_VALUES 0
#endif
#ifndef PAIRS
#define PAIRS 0
#define PAIR_TEXTURE 0
#endif

// The outputs are read too, since they alternate with the ping-pong buffer.
#define SOURCE_KEYS RADIX_KEYS_IN
#define SINK_KEYS RADIX_KEYS_OUT
#define SINK_MEMORY
#if WITH_VALUES
#define SOURCE_VALUES RADIX_VALUES_IN
#define SINK_VALUES RADIX_VALUES_OUT
#endif
#include "lib/source.glsl"
#include "lib/sink.glsl"
#if PAIR_TEXTURE
#include "lib/pair_texture.glsl"
#else
layout(std430, binding = RADIX_KEYS_ALTERNATE) buffer KeysAlternate
{
#if PAIRS
    uvec2 pairs_alternate[]; // key, value
#else
    uint keys_alternate[];
#endif
};
#endif
#if PAIRS
// The outputs again, as pairs.
layout(std430, binding = RADIX_KEYS_OUT) buffer PairsLow { uvec2 pairs_low[]; };
layout(std430, binding = RADIX_VALUES_OUT) buffer PairsHigh { uvec2 pairs_high[]; };
#endif
#include "radix/radix_move.glsl"

uvec2 read_map = uvec2(0u);  // map of keys read: identity except in the first scatter
uvec2 write_map = uvec2(0u); // map of keys written: identity except in the last scatter
uint pairs_each = 0u; // pairs at the beginning of each output between digits

#if BASES_FIRST
uint keys_from_base = 0u;
uint keys_in_step = 1u; // words from one key of the inputs to the next
uint keys_to_base = 0u;
#define KEYS_TO_BASE keys_to_base
#define SOURCE_KEY(AT) source_keys[keys_from_base + (AT) * keys_in_step]
#define OUT_KEY(AT) sink_keys[keys_from_base + (AT)]

void choose_key_bases(bool is_first)
{
    keys_from_base = is_first                      ? params.io.keys_in_base
                     : scatter_source == RADIX_OUT ? params.io.keys_out_base
                                                   : 0u;
    keys_in_step = params.io.keys_in_gap + 1u;
    keys_to_base = scatter_destination == RADIX_OUT ? params.io.keys_out_base : 0u;
}
#else
#define KEYS_TO_BASE params.io.keys_out_base
#define SOURCE_KEY(AT) source_key(AT)
#define OUT_KEY(AT) sink_keys[params.io.keys_out_base + (AT)]
#endif

void read_scatter()
{
    read_move();
    bool is_first = scatter_order == 0u;
#if BASES_FIRST
    choose_key_bases(is_first);
#endif
    if (is_first)
        read_map = uvec2(params.io.read_negative, params.io.read_positive);
    if (is_last_scatter)
        write_map = uvec2(params.io.write_negative, params.io.write_positive);
#if PAIRS
    pairs_each = pairs_of_outputs(params.io.keys_out_base, params.io.values_out_base,
                                  uint(RANK_TILE));
#endif
}

#if PAIR_TEXTURE
#define PAIR_OF_ALTERNATE(AT) load_pair(AT)
#define PAIR_TO_ALTERNATE(AT, PAIR) store_pair(AT, PAIR)
#else
#define PAIR_OF_ALTERNATE(AT) pairs_alternate[AT]
#define PAIR_TO_ALTERNATE(AT, PAIR) pairs_alternate[AT] = PAIR
#endif
#if PAIRS
#define ALTERNATE_KEY(AT) PAIR_OF_ALTERNATE(AT).x
#define LOW_PAIR(AT) pairs_low[params.io.keys_out_base / 2u + (AT)]
#define HIGH_PAIR(AT) pairs_high[params.io.values_out_base / 2u + (AT) - pairs_each]
#else
#define ALTERNATE_KEY(AT) keys_alternate[AT]
#endif

// A key in the outputs between two scatters, but not one in a pair.
uint out_key(uint at)
{
    return OUT_KEY(at);
}

uint key_at(uint at)
{
    if (scatter_source == RADIX_IN)
        return map_key(SOURCE_KEY(at), read_map.x, read_map.y);
    if (scatter_source == RADIX_ALTERNATE)
        return ALTERNATE_KEY(at);
#if PAIRS
    if (at < pairs_each)
        return LOW_PAIR(at).x;
    if (at < 2u * pairs_each)
        return HIGH_PAIR(at).x;
#endif
    return out_key(at);
}
