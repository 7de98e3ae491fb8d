// SPDX-License-Identifier: MIT
// The cut of a rank: how many of the `rank` smallest elements of a pair of runs come from
// the first. It is the index q of adaptive bitonic merging (Bilardi and Nicolau 1989,
// Theorem 2 in Zachmann's chapter), found for any rank. The comparison takes equal keys
// from the first run first.
//
// The including shader defines run_key(position), the mapped key in the source.
#include "lib/runs.glsl"

// True if the cut is beyond this place of the first run.
bool is_below_cut(run_pair pair, uint run_log, uint rank, uint place)
{
    uint first_b = pair.base + (1u << run_log);
    return run_key(pair.base + place) <= run_key(first_b + rank - 1u - place);
}

uint lowest_cut(run_pair pair, uint rank)
{
    return rank > pair.count_b ? rank - pair.count_b : 0u;
}

uint search_cut(run_pair pair, uint run_log, uint rank, uint low, uint high)
{
    while (low < high) {
        uint middle = (low + high) >> 1u;
        if (is_below_cut(pair, run_log, rank, middle))
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

uint cut_of_rank(run_pair pair, uint run_log, uint rank)
{
    return search_cut(pair, run_log, rank, lowest_cut(pair, rank),
                      min(rank, pair.count_a));
}
