// SPDX-License-Identifier: MIT
// Strict: copies the nodes that the previous pass wrote, so that the next pass finds all
// nodes of the level in the texture that this pass writes.
//
//   LAYERS  2: a pair of nodes a texel, beside a path that nothing reads; 4 or 8: as many
//           nodes of a stage (stage.frag)
//
//   reads   nodes[first .. end), texels of LAYERS layers
//   writes  the same of the other texture
#include "shared/tree.h"
#include "lib/texels.glsl"

layout(std140) uniform Params { tree_copy_params params; };

uniform usampler2DArray nodes_texture;

layout(location = 0) out uvec4 layer_0;
layout(location = 1) out uvec4 layer_1;
layout(location = 2) out uvec4 layer_2; // LAYERS 2: the path
#if LAYERS >= 4
layout(location = 3) out uvec4 layer_3;
#endif
#if LAYERS == 8
layout(location = 4) out uvec4 layer_4;
layout(location = 5) out uvec4 layer_5;
layout(location = 6) out uvec4 layer_6;
layout(location = 7) out uvec4 layer_7;
#endif

void main()
{
    uint slot = fragment_slot(1u << params.width_log);
    if (slot < params.first || slot >= params.end)
        discard;
    ivec2 texel = texel_of(slot, params.width_log);
    layer_0 = texelFetch(nodes_texture, ivec3(texel, 0), 0);
    layer_1 = texelFetch(nodes_texture, ivec3(texel, 1), 0);
#if LAYERS == 2
    layer_2 = uvec4(0u);
#else
    layer_2 = texelFetch(nodes_texture, ivec3(texel, 2), 0);
    layer_3 = texelFetch(nodes_texture, ivec3(texel, 3), 0);
#endif
#if LAYERS == 8
    layer_4 = texelFetch(nodes_texture, ivec3(texel, 4), 0);
    layer_5 = texelFetch(nodes_texture, ivec3(texel, 5), 0);
    layer_6 = texelFetch(nodes_texture, ivec3(texel, 6), 0);
    layer_7 = texelFetch(nodes_texture, ivec3(texel, 7), 0);
#endif
}
