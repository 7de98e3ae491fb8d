// SPDX-License-Identifier: MIT
// Ranking by items, pass 3 of 3 of a digit: every invocation goes through its run in
// order and puts each key where its histogram says, which it then moves on by one.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1), counts, totals
//   writes  keys_out[count], values_out[count], anywhere: this pass scatters
//   grid    RADIX_RUN_GROUP invocations a group, one a run
#include "radix/radix_items.glsl"

layout(local_size_x = RADIX_RUN_GROUP) in;

#include "lib/io.glsl"
layout(std430, binding = ITEMS_COUNTS) readonly buffer Counts
{
    uint counts[];
};
layout(std430, binding = ITEMS_TOTALS) readonly buffer Totals
{
    uint totals[];
};

// Where the next key of every bin goes, for this run.
void start_bins(uint run)
{
    uint bin_start = 0u;
    for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin) {
        histograms[bin_of_item(bin)] =
            bin_start + counts[bin * params.run_count + run];
        bin_start += totals[bin];
    }
}

void put(uint at)
{
    uint key = load_key(at);
    uint next = bin_of_item(digit_of(key));
    uint target = histograms[next];
    histograms[next] = target + 1u;
    if (writes_keys())
        store_key(target, key);
#if WITH_VALUES
    store_value(target, load_value(at));
#endif
}

void main()
{
    uint run = run_index();
    key_span keys = span_of_run(run);
    if (keys.first < keys.end) {
        start_bins(run);
        for (uint at = keys.first; at < keys.end; ++at)
            put(at);
    }
}
