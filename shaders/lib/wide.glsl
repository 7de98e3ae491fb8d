// SPDX-License-Identifier: MIT
// Keys of one or two words as ordered unsigned integers, of which a pass takes up to 32
// bits. The top bit of the key decides what both words are xored with, as in
// lib/keys.glsl. The including shader declares the uniform block `params` of wide_params.

bool has_flag(uint flag)
{
    return (params.flags & flag) != 0u;
}

// The bits of a key that params.shift and params.mask select. `high` is the last word of
// the key, `low` the word before it, or 0 if there is none.
uint wanted_bits(uint high, uint low)
{
    bool negative = (high & 0x80000000u) != 0u;
    high ^= negative ? params.high_negative : params.high_positive;
    if (params.word_log == 0u) {
        low = high;
        high = 0u;
    } else {
        low ^= negative ? params.low_negative : params.low_positive;
    }
    if (params.shift >= 32u)
        return high >> (params.shift - 32u) & params.mask;
    // A shift by 32 bits is undefined.
    uint above = params.shift > 0u ? high << (32u - params.shift) : 0u;
    return (low >> params.shift | above) & params.mask;
}
