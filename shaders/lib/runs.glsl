// SPDX-License-Identifier: MIT
// The pair of sorted runs that an output position belongs to, for any count: the last
// pair may have a short first run, or a short or empty second one.

struct run_pair {
    uint base;    // position of the first run, and of the pair's output
    uint count_a; // elements of the first run
    uint count_b; // of the second, which starts at base + (1 << run_log)
};

run_pair pair_at(uint position, uint run_log, uint count)
{
    run_pair pair;
    uint run = 1u << run_log;
    pair.base = position & ~(2u * run - 1u);
    uint left = count - pair.base;
    pair.count_a = min(left, run);
    pair.count_b = min(left - pair.count_a, run);
    return pair;
}
