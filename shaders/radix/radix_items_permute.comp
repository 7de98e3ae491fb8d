// SPDX-License-Identifier: MIT
// Ranking by runs, pass 3 of 3 of a digit: each invocation reads its run in order, writes
// each key to the next position of its bin, and increments that position.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1), counts, totals
//   writes  keys_out[count], values_out[count], ordered by the digit; the writes
//           are scattered
//   grid    one invocation per run, work groups of RADIX_RUN_GROUP
#include "radix/radix_items.glsl"

layout(local_size_x = RADIX_RUN_GROUP) in;

#include "lib/io.glsl"
layout(std430, binding = RUNS_COUNTS) readonly buffer Counts { uint counts[]; };
layout(std430, binding = RUNS_TOTALS) readonly buffer Totals { uint totals[]; };

// Sets where the run's first key of each bin goes.
void start_bins(uint run)
{
    uint runs = run_count();
    uint bin_start = 0u;
    for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin) {
        histograms[histogram_word(bin)] =
            bin_start + counts[bin * runs + run];
        bin_start += totals[bin];
    }
}

void put(uint at, uint place)
{
    uint key = load_key_from(place);
    uint next = histogram_word(digit_of(key));
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
        uint step = key_step();
        uint place = key_place(keys.first);
        for (uint at = keys.first; at < keys.end; ++at) {
            put(at, place);
            place += step;
        }
    }
}
