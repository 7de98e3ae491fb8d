// SPDX-License-Identifier: MIT
// Ranking by runs, pass 1 of 3 of a digit: each invocation counts the digits of its run.
//
//   reads   keys_in[count]; COMPUTED: what order/computed_keys.glsl reads
//   writes  counts[bin * run_count + run] of the runs with keys;
//           COMPUTED: keys_in[count], and totals[view] of order/computed_keys.glsl
//   grid    one invocation per run, work groups of RADIX_RUN_GROUP
#include "radix/radix_items.glsl"

layout(local_size_x = RADIX_RUN_GROUP) in;

#if COMPUTED
#include "order/computed_keys.glsl"
// Keys that pass 3 reads.
layout(std430, binding = IO_KEYS_OUT) writeonly buffer ComputedKeys
{
    uint computed_keys[];
};
#else
#define SOURCE_KEYS IO_KEYS_IN
#endif
#include "lib/source.glsl"
layout(std430, binding = RUNS_COUNTS) writeonly buffer Counts { uint counts[]; };

void count_key(uint key)
{
    histograms[histogram_word(digit_of(key))] += 1u;
}

void count_keys(key_span keys)
{
#if COMPUTED
    for (uint at = keys.first; at != keys.end; ++at) {
        uint key = computed_key(at);
        computed_keys[at] = key;
        count_key(map_key(key, params.io.read_negative, params.io.read_positive));
    }
#else
    uint step = key_step();
    uint end = key_place(keys.end);
    for (uint place = key_place(keys.first); place != end; place += step)
        count_key(load_key_from(place));
#endif
}

void main()
{
    uint run = run_index();
    uint runs = run_count();
    key_span keys = span_of_run(run);
    if (keys.first < keys.end) {
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            histograms[histogram_word(bin)] = 0u;
        count_keys(keys);
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            counts[bin * runs + run] = histograms[histogram_word(bin)];
    }
}
