// SPDX-License-Identifier: MIT
// Partitions a merge into strides of CUT_STRIDE outputs: finds where the merge path
// crosses the first rank of each stride.
//
//   reads   elements[count]   runs of 1 << run_log, ascending
//   writes  cuts[t]           cut of the first rank of stride t, one texel per fragment
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { array_params params; };
#include "abisort/elements.glsl"

layout(location = 0) out uvec4 cut_out;

#include "lib/cut.glsl"

void main()
{
    uint position = fragment_slot(1u << params.width_log) << uint(CUT_STRIDE_LOG);
    uint count = sort_count();
    if (position >= count)
        discard;
    run_pair pair = pair_at(position, params.run_log, count);
    cut_out = uvec4(cut_of_rank(pair, params.run_log, position - pair.base));
}
