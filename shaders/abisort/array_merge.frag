// SPDX-License-Identifier: MIT
// Merges pairs of ascending runs, 8 outputs per fragment, or WIDE 16: a fragment finds
// where the merge path crosses the rank of its first output, and merges from there.
//
//   reads   elements[count]   runs of 1 << run_log, ascending
//           cuts[t]           WITH_CUTS: from array_partition; narrows the search
//   writes  elements[count]   runs of 2 << run_log, ascending; one texel of all layers
//
// If a run is as long as the count or longer, cover_count.vert leaves nothing to draw.
#ifndef FINAL
#define FINAL 0
#endif
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
#elif FINAL
flat in uint repaired;

// Runs of 1 << repaired are so nearly in order that merging the second half of each with
// the first half of the next one completes the order; if they are those of the local
// sort, they are in order. repaired 0: they are not, and the last merge is left to do.
bool is_sorted()
{
    return repaired == uint(ITEMS_LOG);
}

uint last_run_log()
{
    return repaired == 0u || is_sorted() ? params.run_log : repaired - 1u;
}

run_pair last_pair(uint first, uint count)
{
    uint run = 1u << last_run_log();
    if (repaired == 0u)
        return pair_at(first, params.run_log, count);
    if (is_sorted() || first < run)
        return run_pair(first, min(count - first, run), 0u);
    run_pair pair = pair_at(first - run, last_run_log(), count - run);
    pair.base += run;
    return pair;
}

uint find_cut(run_pair pair, uint position)
{
    return cut_of_rank(pair, last_run_log(), position - pair.base);
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
            at_b >= end_b || (at_a < end_a && precedes(a, b));                           \
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

#if FINAL
    run_pair pair = last_pair(first, count);
    uint run = 1u << last_run_log();
#else
    run_pair pair = pair_at(first, params.run_log, count);
    uint run = 1u << params.run_log;
#endif
    uint cut = find_cut(pair, first);
    uint at_a = pair.base + cut;
    uint end_a = pair.base + pair.count_a;
    uint at_b = pair.base + run + first - pair.base - cut;
    uint end_b = pair.base + run + pair.count_b;
    uvec2 a = element_at(at_a < end_a ? at_a : first);
    uvec2 b = element_at(at_b < end_b ? at_b : first);

    uvec2 item[1 << ITEMS_LOG];
    EACH_ITEM(TAKE)
    write_items(item);
}
