// SPDX-License-Identifier: MIT
// The streams of the tree form as textures (strict: each stream has two textures, and no
// pass reads the one that it writes; a node has the same slot in both). The two nodes of
// a pair, slots 2t and 2t + 1, are the layers of texel t of the nodes; the two addresses
// that its next phase reads are texel t of the paths.
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { tree_params params; };

uniform usampler2DArray elements_texture;
uniform usampler2DArray nodes_texture;
uniform usampler2D paths_texture;

uvec2 element_at(uint position)
{
    ivec2 texel = texel_of(position >> uint(SIXTEENS_LOG), params.width_log);
    uvec4 two = texelFetch(elements_texture, ivec3(texel, int(position >> 1u & 7u)), 0);
    return (position & 1u) == 0u ? two.xy : two.zw;
}

uvec4 node_at(uint slot)
{
    ivec2 texel = texel_of(slot >> 1u, params.width_log);
    return texelFetch(nodes_texture, ivec3(texel, int(slot & 1u)), 0);
}

uvec2 path_at(uint pair, uint slot)
{
    return texelFetch(paths_texture, texel_of(slot >> 1u, params.width_log), 0).xy;
}

#include "tree/tree.glsl"
