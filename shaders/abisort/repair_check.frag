// SPDX-License-Identifier: MIT
// Finds out whether sorted runs are nearly in order, for params.checks of the boundaries
// between two runs.
//
//   reads   elements[count]   ascending runs of 1 << run_log
//   writes  checks[t]         1 if an element is too far from its place; otherwise 0
//
// Merging the second half of each run with the first half of the next one completes the
// order if at each boundary the first half before it precedes the run after it, and the
// run before it precedes the second half after it and the run after that: for the halves
// of the run between may both be in order with what is left and right of them, but those
// two not with each other. The shortest runs are not merged, so they must be in order.
#include "shared/array.h"
#include "lib/count.glsl"

layout(std140) uniform Params { repair_params params; };
#include "abisort/elements.glsl"

layout(location = 0) out uvec4 check_out;

void main()
{
    uint count = sort_count();
    uint run = 1u << params.run_log;
    uint half_run = params.run_log == uint(ITEMS_LOG) ? 0u : run >> 1u;
    uint boundary = fragment_slot(1u << params.width_log) * params.checks * run + run;
    bool is_near = true;
    for (uint i = 0u; i < params.checks && is_near && boundary < count; ++i) {
        uint after = min(boundary + half_run, count - 1u);
        is_near = precedes(element_at(boundary - half_run - 1u), element_at(boundary));
        if (half_run != 0u && boundary + half_run < count)
            is_near = is_near && precedes(element_at(boundary - 1u), element_at(after));
        if (half_run != 0u && boundary + run < count)
            is_near = is_near &&
                precedes(element_at(boundary - 1u), element_at(boundary + run));
        boundary += run;
    }
    check_out = uvec4(is_near ? 0u : 1u);
}
