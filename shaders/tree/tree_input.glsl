// SPDX-License-Identifier: MIT
// What a first pass reads, the caller's keys and values, and the elements and the copy of
// the values that it makes of them.
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = TREE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { tree_io_params params; };
#define SOURCE_KEYS TREE_IO_KEYS
#define SOURCE_VALUES TREE_IO_VALUES_IN
#include "lib/source.glsl"
layout(std430, binding = TREE_IO_VALUES_OUT) writeonly buffer ValuesCopy
{
    uint values_copy[];
};
layout(std430, binding = TREE_IO_ELEMENTS) writeonly buffer Elements
{
    uvec2 elements_out[];
};
