// SPDX-License-Identifier: MIT
// First pass of the form with a stage a pass: makes elements of the input keys and their
// indices, sorts aligned blocks of 16 of them, and copies the input values, if there are
// any.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements_out[count] = (mapped key, index), values_copy[count]
//   grid    16 elements per invocation, work groups of TREE_GROUP
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
    uvec2 elements_out[];
};

bool is_greater(uvec2 a, uvec2 b)
{
    return a.x > b.x || (a.x == b.x && a.y > b.y);
}
#include "tree/tree_items.glsl"
#include "tree/tree_sort_items.glsl"
#include "tree/tree_store_items.glsl"

// Positions past the end hold sentinels, as in source_element() of tree.glsl.
uvec2 load_element(uint position, uint count)
{
    return uvec2(position < count ? load_key(position) : 0xFFFFFFFFu, position);
}

void main()
{
    uint first = (group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex) << 4u;
    uint count = sort_count();
    if (first < count) {
        EACH_ITEM(load_element, first, count)
        sort_items(4u);
        store_items(first, count);
        if ((params.io.flags & TREE_WRITE_VALUES) != 0u) {
            uint end = min(first + 16u, count);
            for (uint at = first; at < end; ++at)
                values_copy[at] = source_value(at);
        }
    }
}
