// SPDX-License-Identifier: MIT
// Keys as ordered unsigned integers. One exclusive-or maps every type and order: a key
// with its top bit set is xored with `negative`, any other key with `positive`. The
// inverse has the same form, so the host passes four words and shaders need no variants.

uint map_key(uint key, uint negative, uint positive)
{
    uint sign = 0u - (key >> 31u); // all ones or none
    return key ^ positive ^ (sign & (negative ^ positive));
}
