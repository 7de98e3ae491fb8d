// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs, 8 outputs per fragment, or WIDE 16: a fragment finds
// where the merge path crosses the rank of its first output, and merges from there.
//
//   reads   elements[count]   runs of 1 << run_log, ascending
//           cuts[t]           WITH_CUTS: from array_partition; narrows the search
//   writes  elements[count]   runs of 2 << run_log, ascending; one texel of all layers
//
// If a run is as long as the count or longer, cover_count.vert leaves nothing to draw.
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { array_params params; };
#include "abisort/elements.glsl"

#if WITH_CUTS
uniform usampler2D cuts_texture;
#endif

#include "abisort/items.glsl"
#include "lib/cut.glsl"

#if WITH_CUTS
uint cut_at(uint at)
{
    return texelFetch(cuts_texture, texel_of(at, params.width_log), 0).x;
}

// The cuts of the stride's two ends leave at most CUT_STRIDE places to search.
uint find_cut(run_pair pair, uint position)
{
    uint total = pair.count_a + pair.count_b;
    uint rank = position - pair.base;
    uint stride = position >> uint(CUT_STRIDE_LOG);
    uint first_rank = (stride << uint(CUT_STRIDE_LOG)) - pair.base;
    uint end_rank = min(first_rank + uint(CUT_STRIDE), total);
    uint first_cut = cut_at(stride);
    uint end_cut = end_rank < total ? cut_at(stride + 1u) : pair.count_a;
    uint end_b = end_rank - end_cut;
    uint low = max(first_cut, rank > end_b ? rank - end_b : 0u);
    uint high = min(first_cut + rank - first_rank, end_cut);
    return search_cut(pair, params.run_log, rank, low, high);
}
#else
uint find_cut(run_pair pair, uint position)
{
    return cut_of_rank(pair, params.run_log, position - pair.base);
}
#endif

// The next element. One fetch serves whichever run was taken from.
#define TAKE(I)                                                                          \
    {                                                                                    \
        bool take_a =                                                                    \
            at_b >= end_b || (at_a < end_a && compared(a.x) <= compared(b.x));           \
        item[I] = take_a ? a : b;                                                        \
        at_a += take_a ? 1u : 0u;                                                        \
        at_b += take_a ? 0u : 1u;                                                        \
        bool is_left = take_a ? at_a < end_a : at_b < end_b;                             \
        uvec2 next = element_at(is_left ? (take_a ? at_a : at_b) : first);               \
        a = take_a ? next : a;                                                           \
        b = take_a ? b : next;                                                           \
    }

void main()
{
    uint first = fragment_slot(1u << params.width_log) << uint(ITEMS_LOG);
    uint count = sort_count();
    if (first >= count)
        discard;

    run_pair pair = pair_at(first, params.run_log, count);
    uint cut = find_cut(pair, first);
    uint at_a = pair.base + cut;
    uint end_a = pair.base + pair.count_a;
    uint at_b = pair.base + (1u << params.run_log) + first - pair.base - cut;
    uint end_b = pair.base + (1u << params.run_log) + pair.count_b;
    uvec2 a = element_at(at_a < end_a ? at_a : first);
    uvec2 b = element_at(at_b < end_b ? at_b : first);

    uvec2 item[1 << ITEMS_LOG];
    EACH_ITEM(TAKE)
    write_items(item);
}
