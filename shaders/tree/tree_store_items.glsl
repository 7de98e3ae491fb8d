// SPDX-License-Identifier: MIT
// Writes the sixteen elements of tree_items.glsl to elements_out, which the including
// shader declares, from position `first` on, but none past the end.
#define STORE_ITEM(AT)                                                                   \
    if (first + uint(AT) < count)                                                        \
        elements_out[first + uint(AT)] = item[AT];

void store_items(uint first, uint count)
{
    STORE_ITEM(0)
    STORE_ITEM(1)
    STORE_ITEM(2)
    STORE_ITEM(3)
    STORE_ITEM(4)
    STORE_ITEM(5)
    STORE_ITEM(6)
    STORE_ITEM(7)
    STORE_ITEM(8)
    STORE_ITEM(9)
    STORE_ITEM(10)
    STORE_ITEM(11)
    STORE_ITEM(12)
    STORE_ITEM(13)
    STORE_ITEM(14)
    STORE_ITEM(15)
}
