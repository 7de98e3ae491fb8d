// SPDX-License-Identifier: MIT
// Ranking by runs, pass 2 of 3 of a digit: each invocation computes the exclusive prefix
// sums of eight bins' counts over the runs.
//
//   reads and writes  counts[run * RADIX_BINS + bin], in place, of the runs with keys
//   writes            totals[bin]
//   grid              RADIX_BINS / 8 invocations in work groups of RADIX_RUN_GROUP
#include "shared/radix_runs.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/octets.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params { runs_params params; };

layout(local_size_x = RADIX_RUN_GROUP) in;

layout(std430, binding = RUNS_COUNTS) buffer Counts { OCTETS counts[]; };
layout(std430, binding = RUNS_TOTALS) writeonly buffer Totals { OCTETS totals[]; };

void main()
{
    uint bin = 8u * (group_index() * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex);
    octet before = octet(uvec4(0u), uvec4(0u));
    uint runs = sort_count() / params.run_keys;
    runs += sort_count() % params.run_keys != 0u ? 1u : 0u;
    if (bin < uint(RADIX_BINS)) {
        for (uint run = 0u; run < runs; ++run) {
            uint at = run * uint(RADIX_BINS) + bin;
            octet here = LOAD_OCTET(counts, at);
            STORE_OCTET(counts, at, before);
            before = octet(before.low + here.low, before.high + here.high);
        }
        STORE_OCTET(totals, bin, before);
    }
}
