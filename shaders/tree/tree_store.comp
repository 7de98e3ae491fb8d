// SPDX-License-Identifier: MIT
// Writes sorted elements in the caller's form.
//
//   reads   elements[count], values_copy[count]: the copy of the caller's values
//   writes  keys_out[count], values_out[count]: values_copy[index], or the index
//   grid    one invocation per element, work groups of TREE_GROUP
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    tree_io_params params;
};
layout(std430, binding = TREE_IO_ELEMENTS) readonly buffer Elements
{
    uvec2 elements[];
};
layout(std430, binding = TREE_IO_VALUES_IN) readonly buffer ValuesCopy
{
    uint values_copy[];
};
#define SINK_KEYS TREE_IO_KEYS
#define SINK_VALUES TREE_IO_VALUES_OUT
#include "lib/sink.glsl"

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        uvec2 element = elements[at];
        if (writes_keys())
            store_key(at, element.x);
        if ((params.io.flags & TREE_WRITE_VALUES) != 0u) {
            bool gather = (params.io.flags & TREE_GATHER_VALUES) != 0u;
            store_value(at, gather ? values_copy[element.y] : element.y);
        }
    }
}
