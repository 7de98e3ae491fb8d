// SPDX-License-Identifier: MIT
// Puts elements of 1, 2 or 4 words in their places at the end of a sort, whose passes
// have only moved where they come from; without an order it copies.
//
//   reads   from_words[count << word_log]
//           order_words[count]              WIDE_ORDERED: which element comes here
//   writes  to_words[count << word_log]
//   grid    a work group WIDE_TILE words
//
// An invocation a word, so that writes are dense and the words of an element are read by
// neighbours.
#include "lib/wide_storage.glsl"

layout(local_size_x = WIDE_GROUP) in;

void main()
{
    uint end = sort_count() << params.word_log;
    uint first = group_index() * uint(WIDE_TILE) + gl_LocalInvocationIndex;
    for (uint i = 0u; i < uint(WIDE_ITEMS); ++i) {
        uint at = first + i * uint(WIDE_GROUP);
        if (at < end)
            to_words[params.to_base + at] =
                source_word(source_of(at >> params.word_log),
                            at & ((1u << params.word_log) - 1u));
    }
}
