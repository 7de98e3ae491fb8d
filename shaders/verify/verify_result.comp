// SPDX-License-Identifier: MIT
// Last pass of a check: writes the result, and clears the state for the next run.
//
//   reads   state[VERIFY_STATE_WORDS]
//   writes  result_words[result_base]      the faults
//           result_words[result_base + 1]  the first position with one, or 0xFFFFFFFF
//           state[VERIFY_STATE_WORDS]
//   grid    1 work group of 1
#include "shared/verify.h"

layout(local_size_x = 1) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    verify_result_params params;
};
layout(std430, binding = VERIFY_STATE) buffer State
{
    uint state[];
};
layout(std430, binding = VERIFY_RESULT) writeonly buffer Result
{
    uint result_words[];
};

void main()
{
    uint sums = 0u;
    for (uint i = 0u; i < 4u; ++i)
        sums |= state[uint(VERIFY_SUMS) + i];
    uint faults = state[VERIFY_FAULTS];
    if (sums != 0u)
        faults |= VERIFY_NOT_PERMUTATION;
    result_words[params.result_base] = faults;
    result_words[params.result_base + 1u] = 0xFFFFFFFFu - state[VERIFY_FIRST];
    for (uint i = 0u; i < uint(VERIFY_STATE_WORDS); ++i)
        state[i] = 0u;
}
