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
layout(std430, binding = IO_KEYS_IN) readonly buffer KeyOctets { OCTETS key_octets[]; };
#if WITH_VALUES
layout(std430, binding = IO_VALUES_IN) readonly buffer ValueOctets
{
    OCTETS value_octets[];
};
#endif
layout(std430, binding = RUNS_COUNTS) readonly buffer Counts { OCTETS counts[]; };
layout(std430, binding = RUNS_TOTALS) readonly buffer Totals { OCTETS totals[]; };

// Sets where the run's first key of each bin goes.
void start_bins(uint run)
{
    uint row = run * uint(RADIX_BINS);
    uint bin_start = 0u;
    uint at = 0u;
    for (uint bin = 0u; bin < uint(RADIX_BINS); bin += 8u) {
        octet before = LOAD_OCTET(counts, row + bin);
        octet total = LOAD_OCTET(totals, bin);
        at = bin;
#define START_BIN(WORD)                                                                  \
    HISTOGRAM(at) = bin_start + before.WORD;                                             \
    bin_start += total.WORD;                                                             \
    at += 1u;
        EACH_OF_OCTET(START_BIN)
    }
}

// A key in the caller's form, and the value of element `at` if there are values.
void put(uint word, uint value)
{
    uint key = map_key(word, params.io.read_negative, params.io.read_positive);
    uint bin = digit_of(key);
    uint target = HISTOGRAM(bin);
    HISTOGRAM(bin) = target + 1u;
    if (writes_keys())
        store_key(target, key);
#if WITH_VALUES
    store_value(target, value);
#endif
}

octet values_from(uint at)
{
    octet o = octet(uvec4(at, at + 1u, at + 2u, at + 3u),
                    uvec4(at + 4u, at + 5u, at + 6u, at + 7u));
#if WITH_VALUES
    if (!makes_indices())
        o = LOAD_OCTET(value_octets, params.io.values_in_base + at);
#endif
    return o;
}

bool has_octets()
{
#if WITH_VALUES
    bool values = are_octets(params.io.values_in_base, params.io.values_in_gap);
    if (!makes_indices() && !values)
        return false;
#endif
    return are_octets(params.io.keys_in_base, params.io.keys_in_gap);
}

void put_all(key_span keys)
{
    uint at = keys.first;
    if (has_octets()) {
        for (uint end = keys.end & ~7u; at < end; at += 8u) {
            octet key = LOAD_OCTET(key_octets, params.io.keys_in_base + at);
            octet value = values_from(at);
#define PUT(WORD) put(key.WORD, value.WORD);
            EACH_OF_OCTET(PUT)
        }
    }
    for (; at < keys.end; ++at) {
#if WITH_VALUES
        put(source_key(at), load_value(at));
#else
        put(source_key(at), 0u);
#endif
    }
}

void main()
{
    uint run = run_index();
    key_span keys = span_of_run(run);
    if (keys.first < keys.end) {
        start_bins(run);
        put_all(keys);
    }
}
