// SPDX-License-Identifier: MIT
// Extracts up to 32 bits of each key, in the current order of the elements, as the keys
// of the next sort.
//
//   reads   from_words[count << word_log]   the caller's keys, of one word or two
//           order_words[count]              WIDE_ORDERED: index of the element
//   writes  to_words[count]                 ordered integers
//   grid    one invocation per element, work groups of WIDE_GROUP
#include "lib/wide_storage.glsl"

layout(local_size_x = WIDE_GROUP) in;

void main()
{
    uint at = group_index() * uint(WIDE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        uint element = source_of(at);
        uint last = (1u << params.word_log) - 1u;
        uint low = last > 0u ? source_word(element, 0u) : 0u;
        to_words[params.to_base + at] = wanted_bits(source_word(element, last), low);
    }
}
