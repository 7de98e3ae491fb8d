// SPDX-License-Identifier: MIT
// Sixteen elements in registers, and the render targets that take them: the eight layers
// of a texel, two elements each. With only four draw buffers a second draw writes the
// last four layers.
//
//   HALF  0: all eight layers; 1: the first four; 2: the last four
#include "tree/tree_items.glsl"

layout(location = 0) out uvec4 layer_0;
layout(location = 1) out uvec4 layer_1;
layout(location = 2) out uvec4 layer_2;
layout(location = 3) out uvec4 layer_3;
#if HALF == 0
layout(location = 4) out uvec4 layer_4;
layout(location = 5) out uvec4 layer_5;
layout(location = 6) out uvec4 layer_6;
layout(location = 7) out uvec4 layer_7;
#endif

void write_items()
{
#if HALF < 2
    layer_0 = uvec4(item[0], item[1]);
    layer_1 = uvec4(item[2], item[3]);
    layer_2 = uvec4(item[4], item[5]);
    layer_3 = uvec4(item[6], item[7]);
#endif
#if HALF == 0
    layer_4 = uvec4(item[8], item[9]);
    layer_5 = uvec4(item[10], item[11]);
    layer_6 = uvec4(item[12], item[13]);
    layer_7 = uvec4(item[14], item[15]);
#endif
#if HALF == 2
    layer_0 = uvec4(item[8], item[9]);
    layer_1 = uvec4(item[10], item[11]);
    layer_2 = uvec4(item[12], item[13]);
    layer_3 = uvec4(item[14], item[15]);
#endif
}
