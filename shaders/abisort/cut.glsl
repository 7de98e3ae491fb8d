// SPDX-License-Identifier: MIT
// The cut of a rank: how many of the `rank` smallest elements of a pair of runs come from
// the first. It is the index q of adaptive bitonic merging (Bilardi and Nicolau 1989,
// Theorem 2 in Zachmann's chapter), found for any rank. The comparison takes equal keys
// from the first run first.
//
// The including shader defines run_key(position), the mapped key in the source.
#include "abisort/runs.glsl"

// True if the cut is beyond this place of the first run.
bool is_below_cut(run_pair pair, uint run_log, uint rank, uint place)
{
    uint first_b = pair.base + (1u << run_log);
    return run_key(pair.base + place) <= run_key(first_b + rank - 1u - place);
}

// What the second run cannot make up for.
uint lowest_cut(run_pair pair, uint rank)
{
    return rank > pair.count_b ? rank - pair.count_b : 0u;
}

// As is_below_cut(), for any place.
bool is_place_below_cut(run_pair pair, uint run_log, uint rank, uint place)
{
    if (place < lowest_cut(pair, rank))
        return true;
    return place < min(rank, pair.count_a) && is_below_cut(pair, run_log, rank, place);
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

// Steps are powers of two from the start of the run, so that the searches of all ranks
// look at the same places first, which caches have by then.
uint cut_of_rank(run_pair pair, uint run_log, uint rank)
{
    uint cut = 0u;
    uint step = 1u << run_log;
    bool is_last = false;
    while (!is_last) { // two steps of 1, since 0 .. run are possible
        is_last = step == 1u;
        step = is_last ? 1u : step >> 1u;
        if (is_place_below_cut(pair, run_log, rank, cut + step - 1u))
            cut += step;
    }
    return cut;
}
