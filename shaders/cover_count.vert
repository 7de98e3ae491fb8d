// SPDX-License-Identifier: MIT
// One triangle that covers the viewport. If the word `cover` is not 0, it covers only the
// rows that hold the elements below a count on the GPU, and none if the merge of the draw
// has nothing to do. Needs no vertex buffer.
//
// Cover has the first words of the fragment shader's Params, whichever struct that is:
//   word 1    COVER_FIRST: the texel of the target at which the elements begin
//   word 4    width of the target in texels
//   word 14   cover: COVER_ITEMS, COVER_MERGE, COVER_FIRST, words per element
//   word 15   merges, see lib/merges.glsl
// If `cover` is not 0, the viewport has the rows of the largest count.
#include "shared/io.h"
#include "lib/count.glsl"
#include "lib/merges.glsl"

layout(std140) uniform Cover { uvec4 cover_words[4]; };

flat out uint merges_skipped;

// The number of rows, counted from the row of the first texel.
uint rows_of(uint count, uint cover)
{
    uint width = cover_words[1].x;
    uint items = cover & COVER_ITEMS;
    uint words = count * max(cover >> uint(COVER_WORDS_SHIFT), 1u);
    uint before = (cover & COVER_FIRST) != 0u ? cover_words[0].y % width : 0u;
    return (before + (words + items - 1u) / items + width - 1u) / width;
}

// The upper end of the rows to cover, from -1 for none to 1 for all.
float upper_end(uint count, uint cover, uint skipped)
{
    bool is_empty = (cover & COVER_MERGE) != 0u && skipped != 0u;
    float rows = is_empty ? 0.0 : float(rows_of(count, cover));
    return 2.0 * rows / float(rows_of(count_words.max_count, cover)) - 1.0;
}

void main()
{
    uint count = sort_count();
    uint cover = cover_words[3].z;
    uint skipped = skipped_merges(cover_words[3].w, count);
    merges_skipped = skipped;
    float x = (gl_VertexID & 1) != 0 ? 3.0 : -1.0;
    float y = (gl_VertexID & 2) != 0 ? 3.0 : -1.0;
    if (cover != 0u) {
        // The upper edge is horizontal and three times as long as the viewport is wide;
        // the lower vertex is so far below that both lower corners are inside.
        float upper = upper_end(count, cover, skipped);
        bool is_lower = gl_VertexID == 2;
        x = is_lower ? 0.0 : float(gl_VertexID) * 6.0 - 3.0;
        y = is_lower ? upper - 2.0 * (upper + 1.0) : upper;
    }
    gl_Position = vec4(x, y, 0.0, 1.0);
}
