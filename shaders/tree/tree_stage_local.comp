// SPDX-License-Identifier: MIT
// First pass of the form with a stage a pass: makes elements of the input keys and their
// indices, sorts aligned blocks of 16 of them, and copies the input values, if there are
// any.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements_out[count] = (mapped key, index), values_copy[count]
//   grid    16 elements per invocation, work groups of TREE_GROUP
#include "tree/tree_input.glsl"

#include "tree/tree_items.glsl"
#include "tree/tree_sort_items.glsl"
#include "tree/tree_store_items.glsl"

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
