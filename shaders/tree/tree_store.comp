// SPDX-License-Identifier: MIT
// Writes sorted elements in the caller's form.
//
//   reads   elements[count], values_in[count]: the copy of the caller's values
//   writes  keys_out[count], values_out[count]: values_in[index], or the index
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
layout(std430, binding = TREE_IO_ELEMENTS) readonly buffer Elements
{
    uvec2 elements[];
};
layout(std430, binding = TREE_IO_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = TREE_IO_KEYS) writeonly buffer KeysOut
{
    uint keys_out[];
};
layout(std430, binding = TREE_IO_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        uvec2 element = elements[at];
        if ((params.flags & TREE_WRITE_KEYS) != 0u)
            keys_out[params.keys_base + at] =
                map_key(element.x, params.negative, params.positive);
        if ((params.flags & TREE_WRITE_VALUES) != 0u) {
            bool gather = (params.flags & TREE_GATHER_VALUES) != 0u;
            values_out[params.values_base + at] =
                gather ? values_in[element.y] : element.y;
        }
    }
}
