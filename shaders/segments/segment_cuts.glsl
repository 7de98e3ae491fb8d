// SPDX-License-Identifier: MIT
// Cuts of two ranks in a set of sorted runs: how many of the `rank` smallest elements
// come from each run. Half of the work group finds those of one rank, the other half
// those of the other.
//
// The undecided elements of every run are divided into blocks. Each invocation reads the
// last element of one: a sample. How many elements precede a sample follows from the
// other samples, except for one block at most of every run. If this is enough to tell on
// which side of the cuts a sample is, its run has fewer undecided elements in the next
// round. Of n undecided elements 3/4 n are left at most, whatever the keys: the bounds of
// a sample's rank differ by n/4 at most, so only samples whose lower bound is at most
// `rank`, and less than n/4 below it, stay undecided. These span n/4 elements at most; at
// either end of them a block of each run stays undecided too, n/4 together at each end.
// Mostly far fewer are left.
//
// The including shader defines run_key(position), the key in the source as an ordered
// integer, and has tile_words (lib/tile.glsl). Of equal keys, those of earlier runs come
// first.

#define SAMPLES_LOG 7 // SEGMENT_GROUP / 2 samples for a rank
#define MOST_ROUNDS 96 // (3/4)^96 * 2^30 < 1

// Runs of 1 << run_log elements from `base` on, 1 << ways_log of them, which have `count`
// elements together: the last ones may be shorter or empty.
struct run_set {
    uint base;
    uint run_log;
    uint ways_log;
    uint count;
};

// Bounds of the cuts in run r: word r is for the first rank, word SEGMENT_MOST_WAYS + r
// for the second.
shared uint least_cuts[2 * SEGMENT_MOST_WAYS];
shared uint most_cuts[2 * SEGMENT_MOST_WAYS];
shared uint has_undecided[2]; // of even and odd rounds

uint run_count(run_set runs, uint run)
{
    uint first = run << runs.run_log;
    return min(max(runs.count, first) - first, 1u << runs.run_log);
}

// Undecided elements of a run, and how many of them a block has; the last blocks may have
// fewer or none.
uvec2 undecided_of(uint cut, uint samples_log)
{
    uint undecided = max(most_cuts[cut], least_cuts[cut]) - least_cuts[cut];
    return uvec2(undecided, (undecided + (1u << samples_log) - 1u) >> samples_log);
}

// How many of a run's samples precede a key of another run: of a later one if
// is_later, otherwise of an earlier one.
uint samples_before(uint first, uint samples_log, uint key, bool is_later)
{
    uint before = 0u;
    for (uint step = 1u << samples_log; step > 0u; step >>= 1u) {
        uint last = before + step - 1u;
        if (last < 1u << samples_log) {
            uint other = tile_words[first + last];
            before += other < key || (is_later && other == key) ? step : 0u;
        }
    }
    return before;
}

// Bounds of how many elements there are up to a sample of run `own`: the least, the most.
uvec2 rank_of_sample(uint ways_log, uint side, uint own, uint sample_number, uint key)
{
    uint samples_log = uint(SAMPLES_LOG) - ways_log;
    uvec2 rank = uvec2(0u);
    for (uint run = 0u; run < 1u << ways_log; ++run) {
        uint cut = side * uint(SEGMENT_MOST_WAYS) + run;
        uvec2 open = undecided_of(cut, samples_log);
        uint first = (side << uint(SAMPLES_LOG)) + (run << samples_log);
        uint before = sample_number + 1u;
        if (run != own)
            before = samples_before(first, samples_log, key, own > run);
        uint least = min(before * open.y, open.x);
        uint most = run == own ? least : min(before * open.y + open.y - 1u, open.x);
        rank += uvec2(least_cuts[cut]) + uvec2(least, most);
    }
    return rank;
}

void start_cuts(run_set runs, uint run, uint cut, uint rank)
{
    uint count = run_count(runs, run);
    uint others = runs.count - count;
    least_cuts[cut] = max(rank, others) - others;
    most_cuts[cut] = min(count, rank);
}

// Leaves the cuts in least_cuts[]. Overwrites tile_words.
void find_cuts(run_set runs, uint first_rank, uint end_rank)
{
    uint lane = gl_LocalInvocationIndex;
    uint samples_log = uint(SAMPLES_LOG) - runs.ways_log;
    uint side = lane >> uint(SAMPLES_LOG);
    uint run = (lane & uint((1 << SAMPLES_LOG) - 1)) >> samples_log;
    uint number = lane & ((1u << samples_log) - 1u);
    uint cut = side * uint(SEGMENT_MOST_WAYS) + run;
    uint rank = side == 0u ? first_rank : end_rank;
    if (number == 0u)
        start_cuts(runs, run, cut, rank);
    if (lane == 0u)
        has_undecided[0] = 0u;
    group_sync();
    for (uint round = 0u; round < uint(MOST_ROUNDS); ++round) {
        uvec2 open = undecided_of(cut, samples_log);
        uint end = min((number + 1u) * open.y, open.x);
        uint least = least_cuts[cut];
        uint key = 0u;
        if (end > 0u) {
            key = run_key(runs.base + (run << runs.run_log) + least + end - 1u);
            has_undecided[round & 1u] = 1u;
        }
        if (lane == 0u)
            has_undecided[~round & 1u] = 0u;
        tile_words[lane] = key;
        group_sync();
        if (same_in_group(has_undecided[round & 1u] == 0u))
            break;
        uvec2 up_to = uvec2(0u);
        if (end > 0u)
            up_to = rank_of_sample(runs.ways_log, side, run, number, key);
        group_sync();
        if (end > 0u && up_to.y <= rank)
            atomicMax(least_cuts[cut], least + end);
        if (end > 0u && up_to.x > rank)
            atomicMin(most_cuts[cut], least + end - 1u);
        group_sync();
    }
}
