// SPDX-License-Identifier: MIT
// The render targets of a group of phases: the layers of a texel, p and q of one phase
// after the other.
layout(location = 0) out uvec4 layer_0;
layout(location = 1) out uvec4 layer_1;
layout(location = 2) out uvec4 layer_2;
layout(location = 3) out uvec4 layer_3;
#if LAYERS == 8
layout(location = 4) out uvec4 layer_4;
layout(location = 5) out uvec4 layer_5;
layout(location = 6) out uvec4 layer_6;
layout(location = 7) out uvec4 layer_7;
#endif

// Not every place of a texel has a node.
void clear_layers()
{
    layer_0 = layer_1 = layer_2 = layer_3 = uvec4(0u);
#if LAYERS == 8
    layer_4 = layer_5 = layer_6 = layer_7 = uvec4(0u);
#endif
}

// The group of phases of a fragment, which is `at` texels after the first of the block.
uint group_of(uint at)
{
    uint group = 0u;
    for (uint i = 1u; i < params.groups; ++i)
        group += at >= i * params.block_stride ? 1u : 0u;
    return group;
}
