// SPDX-License-Identifier: MIT
// First pass of an order whose positions GLSL of the caller's own computes, once for all
// views: writes the positions that all other passes read.
//
//   reads   glsort_buffer0[] to glsort_buffer3[]   what the text reads
//   writes  moved_out[items][3]
//   grid    one work group of ORDER_GROUP per ORDER_TILE items
#define ORDER_PARAMS order_code_params
#include "shared/order_code.h"
#include "order/order_run.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

#define CODE_BUFFER(N, BLOCK, WORDS, STORED)                                             \
    layout(std430, binding = N) readonly buffer BLOCK                                    \
    {                                                                                    \
        uint WORDS[];                                                                    \
    };                                                                                   \
    uint STORED(uint at)                                                                 \
    {                                                                                    \
        return WORDS[params.bases[N] + at];                                              \
    }
CODE_BUFFER(0, glsort_Block0, glsort_buffer0, glsort_stored0)
CODE_BUFFER(1, glsort_Block1, glsort_buffer1, glsort_stored1)
CODE_BUFFER(2, glsort_Block2, glsort_buffer2, glsort_stored2)
CODE_BUFFER(3, glsort_Block3, glsort_buffer3, glsort_stored3)

layout(std430, binding = ORDER_CODE_OUT) writeonly buffer Moved { uint glsort_out[]; };
#include "order/code.glsl"

void main()
{
    uint first = group_index() * uint(ORDER_TILE);
    uint end = min(first + uint(ORDER_TILE), item_count());
    for (uint at = first + gl_LocalInvocationIndex; at < end; at += uint(ORDER_GROUP)) {
        vec3 position = glsort_position(at);
        glsort_out[3u * at] = floatBitsToUint(position.x);
        glsort_out[3u * at + 1u] = floatBitsToUint(position.y);
        glsort_out[3u * at + 2u] = floatBitsToUint(position.z);
    }
}
#include "order/code_of_caller.glsl"
