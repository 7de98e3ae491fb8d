// SPDX-License-Identifier: MIT
// The targets of a fragment: ITEM(0) to ITEM(7), or WIDE to ITEM(15), two in each.
layout(location = 0) out uvec4 items_0;
layout(location = 1) out uvec4 items_1;
layout(location = 2) out uvec4 items_2;
layout(location = 3) out uvec4 items_3;
#if WIDE
layout(location = 4) out uvec4 items_4;
layout(location = 5) out uvec4 items_5;
layout(location = 6) out uvec4 items_6;
layout(location = 7) out uvec4 items_7;
#define EACH_ITEM(DO)                                                                    \
    DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)                                      \
    DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#else
#define EACH_ITEM(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#endif

// Elements are in an array that is never indexed by a variable, so that they stay in
// registers, also on renderers on the CPU.
void write_items(uvec2 item[1 << ITEMS_LOG])
{
    items_0 = uvec4(item[0], item[1]);
    items_1 = uvec4(item[2], item[3]);
    items_2 = uvec4(item[4], item[5]);
    items_3 = uvec4(item[6], item[7]);
#if WIDE
    items_4 = uvec4(item[8], item[9]);
    items_5 = uvec4(item[10], item[11]);
    items_6 = uvec4(item[12], item[13]);
    items_7 = uvec4(item[14], item[15]);
#endif
}
