// SPDX-License-Identifier: MIT
// The render targets of a fragment of 8 elements: the layers of a texel, two elements
// each.
layout(location = 0) out uvec4 items_01;
layout(location = 1) out uvec4 items_23;
layout(location = 2) out uvec4 items_45;
layout(location = 3) out uvec4 items_67;

#define WRITE_ITEMS                                                                      \
    items_01 = uvec4(item[0], item[1]);                                                  \
    items_23 = uvec4(item[2], item[3]);                                                  \
    items_45 = uvec4(item[4], item[5]);                                                  \
    items_67 = uvec4(item[6], item[7]);
