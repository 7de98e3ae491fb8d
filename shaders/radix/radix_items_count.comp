// SPDX-License-Identifier: MIT
// Ranking by runs, pass 1 of 3 of a digit: each invocation counts the digits of its run.
//
//   reads   keys_in[count]
//   writes  counts[bin * run_count + run] of the runs with keys
//   grid    one invocation per run, work groups of RADIX_RUN_GROUP
#include "radix/radix_items.glsl"

layout(local_size_x = RADIX_RUN_GROUP) in;

#define SOURCE_KEYS IO_KEYS_IN
#include "lib/source.glsl"
layout(std430, binding = RUNS_COUNTS) writeonly buffer Counts
{
    uint counts[];
};

void main()
{
    uint run = run_index();
    uint runs = run_count();
    key_span keys = span_of_run(run);
    if (keys.first < keys.end) {
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            histograms[histogram_word(bin)] = 0u;
        uint step = key_step();
        uint end = key_place(keys.end);
        for (uint place = key_place(keys.first); place != end; place += step)
            histograms[histogram_word(digit_of(load_key_from(place)))] += 1u;
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            counts[bin * runs + run] = histograms[histogram_word(bin)];
    }
}
