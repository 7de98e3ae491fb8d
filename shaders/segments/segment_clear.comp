// SPDX-License-Identifier: MIT
// Clears what segment_mark.comp adds to.
//
//   reads   nothing
//   writes  heads[head_words], state[SEGMENT_STATE_WORDS]
//   grid    work groups of SEGMENT_CLEAR_GROUP, SEGMENT_MOST_GROUPS at most
#include "shared/segments.h"
#include "lib/group.glsl"

layout(local_size_x = SEGMENT_CLEAR_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { segment_mark_params params; };
layout(std430, binding = SEGMENT_MARK_STATE) writeonly buffer State { uint state[]; };
layout(std430, binding = SEGMENT_MARK_HEADS) writeonly buffer Heads { uint heads[]; };

void main()
{
    uint first = group_index() * uint(SEGMENT_CLEAR_GROUP) + gl_LocalInvocationIndex;
    if (first < uint(SEGMENT_STATE_WORDS))
        state[first] = 0u;
    for (uint at = first; at < params.head_words; at += params.invocations)
        heads[at] = 0u;
}
