// SPDX-License-Identifier: MIT
// Ranking by items, pass 1 of 3 of a digit: every invocation counts the digits of its
// run.
//
//   reads   keys_in[count]
//   writes  counts[bin * run_count + run]
//   grid    RADIX_RUN_GROUP invocations a group, one a run
#include "radix/radix_items.glsl"

layout(local_size_x = RADIX_RUN_GROUP) in;

#define SOURCE_KEYS IO_KEYS_IN
#include "lib/source.glsl"
layout(std430, binding = ITEMS_COUNTS) writeonly buffer Counts
{
    uint counts[];
};

void main()
{
    uint run = run_index();
    key_span keys = span_of_run(run);
    for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
        histograms[bin_of_item(bin)] = 0u;
    for (uint at = keys.first; at < keys.end; ++at)
        histograms[bin_of_item(digit_of(load_key(at)))] += 1u;
    if (run < params.run_count) {
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            counts[bin * params.run_count + run] = histograms[bin_of_item(bin)];
    }
}
