// SPDX-License-Identifier: MIT
// Ranking by runs (GLSORT_METHOD_RADIX_ITEMS), organised as in AMD's RadixSort sample:
// each invocation has a run of params.run_keys neighbouring keys and a private histogram
// in shared memory. Invocations share nothing within a pass, so there are no barriers;
// only the histograms are summed, in a pass of their own.
#include "shared/radix_runs.h"
#ifndef COMPUTED
#define COMPUTED 0
#endif
#if COMPUTED
#include "shared/order.h"
#endif
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(std140, binding = BIND_PARAMS) uniform Params
{
    runs_params params;
#if COMPUTED
    order_params order;
#endif
};

struct key_span {
    uint first;
    uint end;
};

shared uint histograms[RADIX_RUN_GROUP * RADIX_BINS];

// Index of this invocation's count of the bin; neighbouring invocations are adjacent.
uint histogram_word(uint bin)
{
    return bin * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex;
}

uint digit_of(uint key)
{
    return (key >> params.first_bit) & params.digit_mask;
}

uint run_index()
{
    return group_index() * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex;
}

// A count on the GPU may have fewer runs than the largest count. The rows of the table of
// counts are then shorter, without gaps between them.
uint run_count()
{
    return (sort_count() + params.run_keys - 1u) / params.run_keys;
}

key_span span_of_run(uint run)
{
    uint count = sort_count();
    key_span keys;
    keys.first = min(run, count / params.run_keys + 1u) * params.run_keys;
    keys.end = min(keys.first + params.run_keys, count);
    return keys;
}
