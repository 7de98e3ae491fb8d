// SPDX-License-Identifier: MIT
// Gathers the records of a stream by their indices.
//
//   reads   order_words[]   count indices
//           in_words[]      records, params.stride_words apart
//   writes  out_words[count * params.record_words]
//           a record of zeros for an index that the input does not have
//   grid    one work group of GATHER_GROUP per GATHER_TILE records
//
// A group writes its records word by word, so that writes are dense and neighbouring
// invocations read the words of a record. An invocation advances to its next word and
// record by additions, because the record size may not be a power of two.
#include "shared/gather.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = GATHER_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { gather_params params; };
layout(std430, binding = GATHER_ORDER) readonly buffer Order { uint order_words[]; };
layout(std430, binding = GATHER_IN) readonly buffer In { uint in_words[]; };
layout(std430, binding = GATHER_OUT) writeonly buffer Out { uint out_words[]; };

shared uint sources[GATHER_TILE]; // the records' indices

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    uint first = min(group_index() * uint(GATHER_TILE), count);
    uint words = params.record_words;
    uint end = min(count - first, uint(GATHER_TILE)) * words;
    if (first + lane < count)
        sources[lane] = order_words[params.order_base + first + lane];
    group_sync();
    uint record = lane / words;
    uint word = lane % words;
    for (uint at = lane; at < end; at += uint(GATHER_GROUP)) {
        uint source = sources[record];
        uint value = 0u;
        if (source < params.record_count)
            value = in_words[params.in_base + source * params.stride_words + word];
        out_words[params.out_base + first * words + at] = value;
        record += uint(GATHER_GROUP) / words;
        word += uint(GATHER_GROUP) % words;
        if (word >= words) {
            word -= words;
            ++record;
        }
    }
}
