// SPDX-License-Identifier: MIT
// Keys as ordered unsigned integers. One exclusive-or maps every type and order: a key
// with its top bit set is xored with `negative`, another one with `positive`. The inverse
// has the same form, so the host picks four words and there are no variants.

uint map_key(uint key, uint negative, uint positive)
{
    return key ^ ((key & 0x80000000u) != 0u ? negative : positive);
}
