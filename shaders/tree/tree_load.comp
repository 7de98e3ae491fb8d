// SPDX-License-Identifier: MIT
// Packs the caller's keys with their indices, and keeps a copy of the caller's values.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements[count] = (mapped key, index), values_out[count]
//   grid    one invocation an element
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/group.glsl"
#include "lib/keys.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    tree_io_params params;
};
layout(std430, binding = TREE_IO_KEYS) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = TREE_IO_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = TREE_IO_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};
layout(std430, binding = TREE_IO_ELEMENTS) writeonly buffer Elements
{
    uvec2 elements[];
};

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        uint key = keys_in[params.keys_base + at];
        elements[at] = uvec2(map_key(key, params.negative, params.positive), at);
        if ((params.flags & TREE_WRITE_VALUES) != 0u)
            values_out[at] = values_in[params.values_base + at];
    }
}
