// SPDX-License-Identifier: MIT
// Last pass of a check: writes the result, and clears the state for the next run.
//
//   reads   state[VERIFY_STATE_WORDS]
//   writes  result[result_base]      the faults
//           result[result_base + 1]  the first position with one, or 0xFFFFFFFF
//           state[VERIFY_STATE_WORDS]
//   grid    1 work group of VERIFY_STATE_WORDS
//
// Each invocation clears one word: NVIDIA's compiler refuses a loop over all of them.
#include "shared/verify.h"
#include "lib/group.glsl"

layout(local_size_x = VERIFY_STATE_WORDS) in;

layout(std140, binding = BIND_PARAMS) uniform Params { verify_result_params params; };
layout(std430, binding = VERIFY_STATE) buffer State { uint state[]; };
layout(std430, binding = VERIFY_RESULT) writeonly buffer Result { uint result[]; };

void write_result()
{
    uint sums = 0u;
    for (uint i = 0u; i < 4u; ++i)
        sums |= state[uint(VERIFY_SUMS) + i];
    uint faults = state[VERIFY_FAULTS];
    if (sums != 0u)
        faults |= VERIFY_NOT_PERMUTATION;
    result[params.result_base] = faults;
    result[params.result_base + 1u] = 0xFFFFFFFFu - state[VERIFY_FIRST];
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    if (lane == 0u)
        write_result();
    group_sync();
    state[lane] = 0u;
}
