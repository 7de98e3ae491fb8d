// SPDX-License-Identifier: MIT
// Ends a sort of wide elements, or a peek into one: gathers keys or values of 1, 2 or 4
// words by the indices that the sort has put in order. Without an order it makes indices,
// or it copies elements, for example inputs that a run in place will overwrite.
//
//   reads   from[count]    (or makes 0 .. count - 1)
//           order[count]   WIDE_ORDERED: index of the element to gather
//           rest[max_count << word_log]   PACKED, WIDE_KEEP_REST: the words of the
//                          caller's buffer, to keep those beyond a count on the GPU
//   writes  PACKED: words 4 * slot .. 4 * slot + 3 in one RGBA32UI texel, for a download
//           to the caller's buffer; otherwise one element per texel of a target that is
//           to_base wide
#include "lib/wide_textures.glsl"

layout(location = 0) out uvec4 words;

#if PACKED
uniform usampler2D rest_texture;

uint word_at(uint at, uint count)
{
    uint end = count << params.word_log;
    if (at >= end && has_flag(WIDE_KEEP_REST)) {
        uint kept = min(at, (count_words.max_count << params.word_log) - 1u);
        return texelFetch(rest_texture, texel_of(kept, params.width_log), 0).x;
    }
    uint wanted = min(at, end - 1u);
    return source_word(source_of(wanted >> params.word_log),
                       wanted & ((1u << params.word_log) - 1u));
}

void main()
{
    uint count = sort_count();
    uint first = fragment_slot(1u << params.width_log) << 2u;
    uint held = has_flag(WIDE_KEEP_REST) ? count_words.max_count : count;
    if (first >= held << params.word_log)
        discard;
    words = uvec4(word_at(first, count), word_at(first + 1u, count),
                  word_at(first + 2u, count), word_at(first + 3u, count));
}
#else
void main()
{
    uint at = fragment_slot(params.to_base);
    if (at >= sort_count())
        discard;
    words = source_element(source_of(at));
}
#endif
