// SPDX-License-Identifier: MIT
// Ranking by runs (GLSORT_METHOD_RADIX_ITEMS), organised as in AMD's RadixSort sample:
// each invocation has a run of params.run_keys neighbouring keys and a private histogram.
// Invocations share nothing within a pass, so there are no barriers; only the histograms
// are summed, in a pass of their own. The histograms are in shared memory; with SERIAL,
// for renderers on the CPU, in a private array, which llvmpipe reaches without a loop
// over invocations.
#include "shared/radix_runs.h"
#ifndef COMPUTED
#define COMPUTED 0
#endif
#if COMPUTED
#include "shared/order.h"
#endif
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/octets.glsl"

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

// HISTOGRAM(bin): this invocation's count of the bin. In shared memory, neighbouring
// invocations are adjacent.
#if SERIAL
uint histogram[RADIX_BINS];
#define HISTOGRAM(BIN) histogram[BIN]
#else
shared uint histograms[RADIX_RUN_GROUP * RADIX_BINS];
#define HISTOGRAM(BIN)                                                                   \
    histograms[(BIN) * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex]
#endif

uint digit_of(uint key)
{
    return (key >> params.first_bit) & params.digit_mask;
}

uint run_index()
{
    return group_index() * uint(RADIX_RUN_GROUP) + gl_LocalInvocationIndex;
}

key_span span_of_run(uint run)
{
    uint count = sort_count();
    key_span keys;
    keys.first = min(run, count / params.run_keys + 1u) * params.run_keys;
    keys.end = min(keys.first + params.run_keys, count);
    return keys;
}
