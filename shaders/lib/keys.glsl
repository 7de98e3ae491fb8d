// SPDX-License-Identifier: MIT
// Keys as ordered unsigned integers. One exclusive-or maps every type and order: a key
// with its top bit set is xored with `negative`, another one with `positive`. The inverse
// has the same form, so the host picks four words and there are no variants.

uint map_key(uint key, uint negative, uint positive)
{
    uint sign = 0u - (key >> 31u); // all ones or none
    return key ^ positive ^ (sign & (negative ^ positive));
}
