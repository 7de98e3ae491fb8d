// SPDX-License-Identifier: MIT
// Source and destination of a digit's scatter, which the sort's first pass has chosen
// (radix/digits.glsl) from three buffers: the inputs, the ping-pong buffer (`alternate`),
// and the outputs. Keys have KEY_WORDS words, 1 or 2, and values VALUE_WORDS: 0, 1, 2 or
// 4. The including shader may define both; without, there are keys of one word only.
//
// Between digits, elements of several words are whole vectors in arrays of their own. The
// caller's arrays may begin at any word, and inputs may have gaps, so these are accessed
// as vectors only where the words allow it, and otherwise a word at a time.
//
// With PAIRS a key and its value are adjacent between digits, which halves the number of
// scattered writes and wastes less of each memory sector. The ping-pong buffer holds
// pairs only. The two output arrays together are as large as that buffer: keys_out begins
// with as many whole tiles of pairs as fit, values_out with the following ones, and the
// remaining keys and values follow separately, after the pairs of their array. If one of
// the output arrays begins at an odd word, neither holds pairs. With PAIRS the including
// shader defines RANK_TILE.
//
// With PACKS elements shrink. Where only the values are wanted, a digit that has been
// sorted is never read again. So the scatter before the last one writes words of the last
// digit and the value, and the last one reads these and writes values. Values are below
// 1 << word_value_bits(). If that leaves too few bits for the last digit that is not
// skipped, the scatters move pairs.
//
// The including shader may define BASES_FIRST as 1. Then each pass selects the bases of
// its buffers once, and no access waits for a parameter in a branch of its own. On an
// H200 that makes radix_scatter.comp up to 3 % faster, but radix_chain.comp up to 3 %
// slower.
#include "radix/radix.glsl"

#ifndef BASES_FIRST
#define BASES_FIRST 0
#endif

#ifndef VALUE_WORDS
#define VALUE_WORDS 0
#endif
#define WITH_VALUES (VALUE_WORDS > 0)
// Keys or values of several words.
#define WIDE_ELEMENTS (KEY_WORDS > 1 || VALUE_WORDS > 1)
#ifndef PAIRS
#define PAIRS 0
#define PAIR_TEXTURE 0
#endif
#ifndef PACKS
#define PACKS 0
#endif

#if VALUE_WORDS == 4
#define VALUE uvec4
#elif VALUE_WORDS == 2
#define VALUE uvec2
#else
#define VALUE uint
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
    KEY keys_alternate[];
#endif
};
#endif
#if PAIRS
// The outputs again, as pairs.
layout(std430, binding = RADIX_KEYS_OUT) buffer PairsLow { uvec2 pairs_low[]; };
layout(std430, binding = RADIX_VALUES_OUT) buffer PairsHigh { uvec2 pairs_high[]; };
#if PACKS
layout(std430, binding = RADIX_KEYS_ALTERNATE) buffer WordsAlternate
{
    uint words_alternate[];
};
#endif
#elif WITH_VALUES
layout(std430, binding = RADIX_VALUES_ALTERNATE) buffer ValuesAlternate
{
    VALUE values_alternate[];
};
#endif
// The caller's arrays again, as vectors.
#if KEY_WORDS > 1
layout(std430, binding = RADIX_KEYS_IN) readonly buffer WholeSourceKeys
{
    KEY whole_source_keys[];
};
layout(std430, binding = RADIX_KEYS_OUT) buffer WholeSinkKeys { KEY whole_sink_keys[]; };
#endif
#if VALUE_WORDS > 1
layout(std430, binding = RADIX_VALUES_IN) readonly buffer WholeSourceValues
{
    VALUE whole_source_values[];
};
layout(std430, binding = RADIX_VALUES_OUT) buffer WholeSinkValues
{
    VALUE whole_sink_values[];
};
#endif

layout(std430, binding = RADIX_STATE) buffer State { uint state[]; };

uint scatter_source = RADIX_IN;
uint scatter_destination = RADIX_OUT;
uint scatter_order = 0u;
bool is_last_scatter = false;
digit_bits current_digit = NO_DIGIT;
#if PACKS
bool writes_words = false;
bool reads_words = false;
digit_bits next_digit = NO_DIGIT; // of the words that are written
#endif
uint pairs_each = 0u; // pairs at the beginning of each output between digits

// Keys of words have their maps in variables: with map_key_in() in the branch of the
// inputs, radix_scatter.comp took 1 % longer for 2^24 keys on an H200.
#if WIDE_ELEMENTS
#define MAP_READ(KEY_READ) map_key_in(KEY_READ)
#define MAP_WRITTEN(KEY_WRITTEN) map_key_out(KEY_WRITTEN)
#else
uvec2 read_map = uvec2(0u);  // map of keys read: identity except in the first scatter
uvec2 write_map = uvec2(0u); // map of keys written: identity except in the last scatter
#define MAP_READ(KEY_READ) map_key(KEY_READ, read_map.x, read_map.y)
#define MAP_WRITTEN(KEY_WRITTEN) map_key(KEY_WRITTEN, write_map.x, write_map.y)
#endif

#if BASES_FIRST
uint keys_from_base = 0u;
uint keys_in_step = 1u; // words from one key of the inputs to the next
uint keys_to_base = 0u;
#define SINK_KEY(AT, MAPPED) sink_keys[keys_to_base + (AT)] = MAPPED
#define SOURCE_KEY(AT) source_keys[keys_from_base + (AT) * keys_in_step]

void choose_key_bases(bool is_first)
{
    keys_from_base = is_first                      ? params.io.keys_in_base
                     : scatter_source == RADIX_OUT ? params.io.keys_out_base
                                                   : 0u;
    keys_in_step = params.io.keys_in_gap + 1u;
    keys_to_base = scatter_destination == RADIX_OUT ? params.io.keys_out_base : 0u;
}
#else
#define SINK_KEY(AT, MAPPED) sink_key(AT, MAPPED)
#define SOURCE_KEY(AT) source_key(AT)
#endif

void read_scatter()
{
    uint at = uint(RADIX_SCATTERS) + 4u * params.digit;
    scatter_source = state[at + uint(RADIX_SCATTER_SOURCE)];
    scatter_destination = state[at + uint(RADIX_SCATTER_DESTINATION)];
    scatter_order = state[at + uint(RADIX_SCATTER_ORDER)];
    uint last = state[at + uint(RADIX_SCATTER_LAST)];
    is_last_scatter = (last & RADIX_IS_LAST) != 0u;
    current_digit = bits_of_digit(params.digit);
#if PACKS
    writes_words = (last & RADIX_WRITES_WORDS) != 0u;
    reads_words = (last & RADIX_READS_WORDS) != 0u;
    if (writes_words)
        next_digit = bits_of_digit(last >> RADIX_NEXT_SHIFT);
    if (reads_words)
        current_digit = digit_bits(word_value_bits(), uint(RADIX_BINS - 1));
#endif
    bool is_first = scatter_order == 0u;
#if BASES_FIRST
    choose_key_bases(is_first);
#endif
#if !WIDE_ELEMENTS
    if (is_first)
        read_map = uvec2(params.io.read_negative, params.io.read_positive);
    if (is_last_scatter)
        write_map = uvec2(params.io.write_negative, params.io.write_positive);
#endif
#if PAIRS
    pairs_each = pairs_of_outputs(params.io.keys_out_base, params.io.values_out_base,
                                  uint(RANK_TILE));
#endif
}

uint current_digit_of(KEY key)
{
    return digit_of(key, current_digit);
}

// Number of keys in the array whose digit is less than `bin`.
uint smaller_keys(uint bin)
{
    return state[uint(RADIX_STARTS) + params.digit * uint(RADIX_BINS) + bin];
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
KEY out_key(uint at)
{
#if KEY_WORDS > 1
    uint place = params.io.keys_out_base + 2u * at;
    return uvec2(sink_keys[place], sink_keys[place + 1u]);
#elif BASES_FIRST
    return sink_keys[keys_from_base + at];
#else
    return sink_keys[params.io.keys_out_base + at];
#endif
}

// A key as the digits have it.
KEY key_at(uint at)
{
#if WIDE_ELEMENTS
    KEY key = source_key(scatter_source == RADIX_IN ? at : 0u);
    if (scatter_source == RADIX_ALTERNATE)
        key = ALTERNATE_KEY(at);
    else if (scatter_source == RADIX_OUT)
        key = out_key(at);
    return scatter_order == 0u ? map_key_in(key) : key;
#else
#if PACKS
    if (reads_words)
        return words_alternate[at];
#endif
    if (scatter_source == RADIX_IN)
        return MAP_READ(SOURCE_KEY(at));
    if (scatter_source == RADIX_ALTERNATE)
        return ALTERNATE_KEY(at);
#if PAIRS
    if (at < pairs_each)
        return LOW_PAIR(at).x;
    if (at < 2u * pairs_each)
        return HIGH_PAIR(at).x;
#endif
    return out_key(at);
#endif
}
