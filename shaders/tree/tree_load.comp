// SPDX-License-Identifier: MIT
// Makes elements of the input keys and their indices, and copies the input values, if
// there are any.
//
//   reads   keys_in[count], values_in[count]
//   writes  elements[count] = (mapped key, index), values_copy[count]
//   grid    one invocation per element, work groups of TREE_GROUP
#include "tree/tree_input.glsl"

void main()
{
    uint at = group_index() * uint(TREE_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
        elements_out[at] = uvec2(load_key(at), at);
        if ((params.io.flags & TREE_WRITE_VALUES) != 0u)
            values_copy[at] = source_value(at);
    }
}
