// SPDX-License-Identifier: MIT
// The cut of a rank: how many of the `rank` smallest elements of a pair of runs come from
// the first. It is the index q of adaptive bitonic merging (Bilardi and Nicolau 1989,
// Theorem 2 in Zachmann's chapter), found for any rank. The comparison takes equal keys
// from the first run first.
//
// The including shader defines run_key(position), the mapped key in the source.
#include "lib/runs.glsl"

uint search_cut(run_pair pair, uint run_log, uint rank, uint low, uint high)
{
    uint first_b = pair.base + (1u << run_log);
    while (low < high) {
        uint middle = (low + high) >> 1u;
        if (run_key(pair.base + middle) <= run_key(first_b + rank - 1u - middle))
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

uint cut_of_rank(run_pair pair, uint run_log, uint rank)
{
    uint low = rank > pair.count_b ? rank - pair.count_b : 0u;
    return search_cut(pair, run_log, rank, low, min(rank, pair.count_a));
}
