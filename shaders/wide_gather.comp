// SPDX-License-Identifier: MIT
// Ends a sort of wide elements, or a peek into one: gathers keys or values of 1, 2 or 4
// words by the indices that the sort has put in order. Without an order it makes indices,
// or it copies elements, for example inputs that a run in place will overwrite.
//
//   reads   from_words[count << word_log]   (or makes 0 .. count - 1)
//           order_words[count]              WIDE_ORDERED: index of the element to gather
//   writes  to_words[count << word_log]
//   grid    one work group of WIDE_GROUP per WIDE_TILE words
//
// Invocations write one word at a time, so that writes are dense and neighbouring
// invocations read the words of an element.
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
