// SPDX-License-Identifier: MIT
// The streams of the tree form as textures (strict: each stream has two textures, and no
// pass reads the one that it writes; a node has the same slot in both).
#include "shared/tree.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params
{
    tree_params params;
};

uniform usampler2D elements_texture;
uniform usampler2D nodes_texture;
uniform usampler2D paths_texture;

uvec2 element_at(uint position)
{
    return texelFetch(elements_texture, texel_of(position, params.width_log), 0).xy;
}

uvec4 node_at(uint slot)
{
    return texelFetch(nodes_texture, texel_of(slot, params.width_log), 0);
}

uint path_word(uint slot)
{
    return texelFetch(paths_texture, texel_of(slot, params.width_log), 0).x;
}

uvec2 path_at(uint pair, uint slot)
{
    return uvec2(path_word(slot), path_word(slot + 1u));
}

#include "tree/tree.glsl"
