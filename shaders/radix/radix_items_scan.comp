// SPDX-License-Identifier: MIT
// Ranking by runs, pass 2 of 3 of a digit: one invocation per bin computes the exclusive
// prefix sum of the bin's counts over the runs.
//
//   reads and writes  counts[bin * run_count + run], in place, of the runs with keys
//   writes            totals[bin]
//   grid              RADIX_BINS / RADIX_RUN_GROUP work groups of RADIX_RUN_GROUP
#include "shared/radix_runs.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params { runs_params params; };

layout(local_size_x = RADIX_RUN_GROUP) in;

layout(std430, binding = RUNS_COUNTS) buffer Counts { uint counts[]; };
layout(std430, binding = RUNS_TOTALS) writeonly buffer Totals { uint totals[]; };

void main()
{
    uint bin = group_index() * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex;
    uint before = 0u;
    uint runs = sort_count() / params.run_keys;
    runs += sort_count() % params.run_keys != 0u ? 1u : 0u;
    if (bin < uint(RADIX_BINS)) {
        for (uint run = 0u; run < runs; ++run) {
            uint at = bin * runs + run;
            uint here = counts[at];
            counts[at] = before;
            before += here;
        }
        totals[bin] = before;
    }
}
