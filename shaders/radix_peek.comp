// SPDX-License-Identifier: MIT
// For watching a radix sort: copies the keys, or the values, from where the moves so far
// have brought them.
//
//   reads   words_in[count], words_spare[count] or words_moved[count], and state
//   writes  words_out[count]
//   grid    one invocation an element, work groups of PEEK_GROUP
//
// params.digit is the number of digits that are done; of the bases, those of the keys are
// used for both.
#include "shared/array.h"
#include "lib/radix.glsl"

layout(local_size_x = PEEK_GROUP) in;

layout(std430, binding = RADIX_KEYS_IN) readonly buffer WordsIn
{
    uint words_in[];
};
layout(std430, binding = RADIX_KEYS_SPARE) readonly buffer WordsSpare
{
    uint words_spare[];
};
layout(std430, binding = RADIX_KEYS_OUT) readonly buffer WordsMoved
{
    uint words_moved[]; // the outputs of the sort
};
layout(std430, binding = RADIX_PEEK_OUT) writeonly buffer WordsOut
{
    uint words_out[];
};
layout(std430, binding = RADIX_STATE) readonly buffer State
{
    uint state[];
};

struct place_now {
    uint place;
    bool is_mapped; // keys are as ordered unsigned integers
};

place_now find_place()
{
    place_now now = place_now(RADIX_IN, false);
    for (uint digit = 0u; digit < params.digit; ++digit) {
        uint at = uint(RADIX_MOVES) + 4u * digit;
        if (state[at + uint(RADIX_MOVE_TO)] == state[at + uint(RADIX_MOVE_FROM)])
            continue;
        now.place = state[at + uint(RADIX_MOVE_TO)];
        now.is_mapped = state[at + uint(RADIX_MOVE_LAST)] == 0u;
    }
    return now;
}

uint spare_word(uint at)
{
    bool paired = (params.flags & RADIX_SPARE_PAIRS) != 0u;
    bool is_value = (params.flags & RADIX_PEEK_VALUES) != 0u;
    return paired ? 2u * at + (is_value ? 1u : 0u) : at;
}

uint word_at(uint place, uint at)
{
    if (place == RADIX_SPARE)
        return words_spare[spare_word(at)];
    if (place == RADIX_OUT)
        return words_moved[params.keys_out_base + at];
    return (params.flags & RADIX_MAKE_INDICES) != 0u ? at
                                                     : words_in[params.keys_in_base + at];
}

void main()
{
    uint at = group_index() * uint(PEEK_GROUP) + gl_LocalInvocationIndex;
    if (at >= sort_count())
        return;
    place_now now = find_place();
    uint word = word_at(now.place, at);
    if (now.is_mapped)
        word = map_key(word, params.write_negative, params.write_positive);
    words_out[params.values_out_base + at] = word;
}
