// SPDX-License-Identifier: MIT
// The cut of a rank: how many of the `rank` smallest elements of a pair of runs come from
// the first run. This is where the merge path crosses the diagonal of that rank, and it
// generalises the index q of adaptive bitonic merging (Bilardi and Nicolau 1989, Theorem
// 2 in Zachmann's chapter) to any rank. Of equal keys, those of the first run come first.
//
// The including shader defines run_key(position), the key in the source as an ordered
// integer.
#include "lib/runs.glsl"

// True if the cut is above `index`, so that this element of the first run is among the
// `rank` smallest. Both keys that are compared must exist.
bool is_below_cut(run_pair pair, uint run_log, uint rank, uint index)
{
    uint first_b = pair.base + (1u << run_log);
    return run_key(pair.base + index) <= run_key(first_b + rank - 1u - index);
}

// The smallest possible cut: reached if the `rank` smallest are all from the second run,
// or include all of it.
uint lowest_cut(run_pair pair, uint rank)
{
    return rank > pair.count_b ? rank - pair.count_b : 0u;
}

// is_below_cut() for any index.
bool is_index_below_cut(run_pair pair, uint run_log, uint rank, uint index)
{
    if (index < lowest_cut(pair, rank))
        return true;
    return index < min(rank, pair.count_a) && is_below_cut(pair, run_log, rank, index);
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

// Binary search by powers of two from the start of the first run: the searches of all
// ranks begin with the same positions of that run, which are then in the caches.
uint cut_of_rank(run_pair pair, uint run_log, uint rank)
{
    uint cut = 0u;
    uint step = 1u << run_log;
    bool is_last = false;
    while (!is_last) { // the last two steps are 1, since cuts are 0 .. run
        is_last = step == 1u;
        step = is_last ? 1u : step >> 1u;
        if (is_index_below_cut(pair, run_log, rank, cut + step - 1u))
            cut += step;
    }
    return cut;
}
