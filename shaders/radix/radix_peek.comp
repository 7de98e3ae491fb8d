// SPDX-License-Identifier: MIT
// For watching a radix sort: copies the keys or the values from the buffer that the last
// finished scatter wrote, or from the inputs if all finished digits were skipped.
//
//   reads   state; and words_in[count] (or makes 0 .. count - 1), or words_alternate[]
//           (PAIR_TEXTURE: the texture of pairs), or keys_out[count] and
//           values_out[count]; WORDS, 2 or 4: as many words for each element, which are
//           in one place each
//   writes  words_out[count], WORDS for each element
//   grid    one invocation per element, work groups of STORE_GROUP
//
// params.digit is the number of finished digits. The bases of params.io have other
// meanings here: keys_in_base is for words_in, values_in_base for values_out, and
// values_out_base for words_out.
#if WORDS > 1
#define KEY_WORDS 2
#endif
#include "shared/io.h"
#include "lib/keys.glsl"
#include "radix/radix.glsl"

layout(local_size_x = STORE_GROUP) in;

layout(std430, binding = RADIX_KEYS_IN) readonly buffer WordsIn { uint words_in[]; };
#if PAIR_TEXTURE
#include "lib/pair_texture.glsl"
#else
layout(std430, binding = RADIX_KEYS_ALTERNATE) readonly buffer WordsAlternate
{
    uint words_alternate[];
};
#endif
layout(std430, binding = RADIX_KEYS_OUT) readonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = RADIX_VALUES_OUT) readonly buffer ValuesOut
{
    uint values_out[];
};
layout(std430, binding = RADIX_PEEK_OUT) writeonly buffer WordsOut { uint words_out[]; };
layout(std430, binding = RADIX_STATE) readonly buffer State { uint state[]; };

struct current_buffer {
    uint buffer_id; // RADIX_IN, RADIX_ALTERNATE or RADIX_OUT
    bool is_mapped; // keys are ordered integers: after the first scatter, before the last
    bool is_packed; // words of a digit and the value
};

current_buffer find_buffer()
{
    current_buffer now = current_buffer(RADIX_IN, false, false);
    for (uint digit = 0u; digit < params.digit; ++digit) {
        uint at = uint(RADIX_SCATTERS) + 4u * digit;
        uint destination = state[at + uint(RADIX_SCATTER_DESTINATION)];
        if (destination == state[at + uint(RADIX_SCATTER_SOURCE)])
            continue;
        now.buffer_id = destination;
        uint last = state[at + uint(RADIX_SCATTER_LAST)];
        now.is_mapped = (last & RADIX_IS_LAST) == 0u;
        now.is_packed = (last & RADIX_WRITES_WORDS) != 0u &&
                        (params.io.flags & RADIX_PACKS) != 0u;
    }
    return now;
}

bool has_pairs()
{
    return (params.io.flags & RADIX_HAS_PAIRS) != 0u;
}

// Which word of a pair, and which of the two outputs: 0 the key, 1 the value.
uint wanted()
{
    return (params.io.flags & RADIX_PEEK_VALUES) != 0u ? 1u : 0u;
}

#if WORDS > 1

uint word_at(current_buffer now, uint at, uint word)
{
    uint place = at * uint(WORDS) + word;
    if (now.buffer_id == RADIX_ALTERNATE)
        return words_alternate[place];
    if (now.buffer_id == RADIX_OUT)
        return wanted() == 0u ? keys_out[params.io.keys_out_base + place]
                              : values_out[params.io.values_in_base + place];
    return words_in[params.io.keys_in_base + place + at * params.io.keys_in_gap];
}

void copy_element(current_buffer now, uint at)
{
    uint to = params.io.values_out_base + at * uint(WORDS);
    uvec2 low = uvec2(word_at(now, at, 0u), word_at(now, at, 1u));
    if (now.is_mapped && wanted() == 0u)
        low = map_key_out(low);
    words_out[to] = low.x;
    words_out[to + 1u] = low.y;
#if WORDS > 2
    words_out[to + 2u] = word_at(now, at, 2u);
    words_out[to + 3u] = word_at(now, at, 3u);
#endif
}

#else

uint word_of_out(uint at, bool is_last)
{
    uint pairs = 0u;
    if (has_pairs() && !is_last)
        pairs = pairs_of_outputs(params.io.keys_out_base, params.io.values_in_base,
                                 params.tile);
    if (at < pairs)
        return keys_out[params.io.keys_out_base + 2u * at + wanted()];
    if (at < 2u * pairs)
        return values_out[params.io.values_in_base + 2u * (at - pairs) + wanted()];
    return wanted() == 0u ? keys_out[params.io.keys_out_base + at]
                          : values_out[params.io.values_in_base + at];
}

uint word_of_alternate(current_buffer now, uint at)
{
#if PAIR_TEXTURE
    uvec2 pair = load_pair(at);
    return wanted() == 0u ? pair.x : pair.y;
#else
    if (now.is_packed)
        return words_alternate[at] & (1u << word_value_bits()) - 1u;
    return words_alternate[has_pairs() ? 2u * at + wanted() : at];
#endif
}

uint word_at(current_buffer now, uint at)
{
    if (now.buffer_id == RADIX_ALTERNATE)
        return word_of_alternate(now, at);
    if (now.buffer_id == RADIX_OUT)
        return word_of_out(at, !now.is_mapped);
    if ((params.io.flags & IO_MAKE_INDICES) != 0u)
        return at;
    return words_in[params.io.keys_in_base + at + at * params.io.keys_in_gap];
}

void copy_element(current_buffer now, uint at)
{
    uint word = word_at(now, at);
    if (now.is_mapped)
        word = map_key_out(word);
    words_out[params.io.values_out_base + at] = word;
}

#endif

void main()
{
    uint at = group_index() * uint(STORE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count())
        copy_element(find_buffer(), at);
}
