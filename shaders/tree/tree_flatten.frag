// SPDX-License-Identifier: MIT
// First of the two passes that end a level, if it has stages: writes element o of subtree
// x, in in-order, to position x << block_log | o. A fragment descends from the root, or
// takes the spare.
//
//   reads   elements, nodes: root `roots + x`, spare `spares + x`
//   writes  elements, one texel per fragment, up to the end of the subtree of the
//           last element
#include "tree/tree_textures.glsl"

layout(location = 0) out uvec4 element_out;

void main()
{
    uint at = fragment_slot(1u << params.width_log);
    uint count = sort_count();
    if (at >= (((count - 1u) >> params.block_log) + 1u) << params.block_log)
        discard;
    uint x = at >> params.block_log;
    uint o = at & ((1u << params.block_log) - 1u);
    uvec2 element =
        subtree_element(params.roots + x, params.spares + x, params.block_log, o, count);
    element_out = uvec4(element, 0u, 0u);
}
