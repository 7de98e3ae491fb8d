// SPDX-License-Identifier: MIT
// Makes elements of the input keys and their indices, and copies the input values, if
// there are any.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements[count] = (mapped key, index), values_copy[count]
//   grid    one invocation per element, work groups of TREE_GROUP
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    tree_io_params params;
};
#define SOURCE_KEYS TREE_IO_KEYS
#define SOURCE_VALUES TREE_IO_VALUES_IN
#include "lib/source.glsl"
layout(std430, binding = TREE_IO_VALUES_OUT) writeonly buffer ValuesCopy
{
    uint values_copy[];
};
layout(std430, binding = TREE_IO_ELEMENTS) writeonly buffer Elements
{
    uvec2 elements[];
};

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        elements[at] = uvec2(load_key(at), at);
        if ((params.io.flags & TREE_WRITE_VALUES) != 0u)
            values_copy[at] = source_value(at);
    }
}
