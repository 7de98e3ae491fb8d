// SPDX-License-Identifier: MIT
// Ranking by runs, pass 1 of 3 of a digit: each invocation counts the digits of its run.
//
//   reads   keys_in[count]; COMPUTED: what order/computed_keys.glsl reads
//   writes  counts[run * RADIX_BINS + bin] of the runs with keys;
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
layout(std430, binding = IO_KEYS_IN) readonly buffer KeyOctets { OCTETS key_octets[]; };
#endif
#include "lib/source.glsl"
layout(std430, binding = RUNS_COUNTS) writeonly buffer Counts { OCTETS counts[]; };

// Of a key in the caller's form.
void count_key(uint key)
{
    key = map_key(key, params.io.read_negative, params.io.read_positive);
    HISTOGRAM(digit_of(key)) += 1u;
}

void count_keys(key_span keys)
{
    uint at = keys.first;
#if COMPUTED
    for (; at != keys.end; ++at) {
        uint key = computed_key(at);
        computed_keys[at] = key;
        count_key(key);
    }
#else
    uint base = params.io.keys_in_base;
    if (are_octets(base, params.io.keys_in_gap)) {
        for (uint end = keys.end & ~7u; at < end; at += 8u) {
            octet o = LOAD_OCTET(key_octets, base + at);
#define COUNT_KEY(WORD) count_key(o.WORD);
            EACH_OF_OCTET(COUNT_KEY)
        }
    }
    for (; at < keys.end; ++at)
        count_key(source_key(at));
#endif
}

void main()
{
    uint run = run_index();
    key_span keys = span_of_run(run);
    if (keys.first < keys.end) {
        for (uint bin = 0u; bin < uint(RADIX_BINS); ++bin)
            HISTOGRAM(bin) = 0u;
        count_keys(keys);
        uint row = run * uint(RADIX_BINS);
        for (uint bin = 0u; bin < uint(RADIX_BINS); bin += 8u) {
            octet o;
            o.low = uvec4(HISTOGRAM(bin), HISTOGRAM(bin + 1u), HISTOGRAM(bin + 2u),
                          HISTOGRAM(bin + 3u));
            o.high = uvec4(HISTOGRAM(bin + 4u), HISTOGRAM(bin + 5u), HISTOGRAM(bin + 6u),
                           HISTOGRAM(bin + 7u));
            STORE_OCTET(counts, row + bin, o);
        }
    }
}
