// SPDX-License-Identifier: MIT
// Finds the run of an output: the elements of one digit in one block, which stay
// together.
uniform usampler2DArray starts_texture;

// The first outputs of a digit in blocks 4 * quad .. 4 * quad + 3.
uvec4 starts_at(uint digit, uint quad)
{
    uint slot = (quad << 2u) + (digit >> 2u);
    return texelFetch(starts_texture, layer_of(slot, int(digit & 3u)), 0);
}

// The last digit that starts at the output or before it.
uint digit_of_output(uint output_at)
{
    uint digit = 0u;
    for (uint half_left = 8u; half_left > 0u; half_left >>= 1u)
        if (starts_at(digit + half_left, 0u).x <= output_at)
            digit += half_left;
    return digit;
}

// The last of blocks low .. high whose run of the digit starts at the output or before
// it, as that of block `low` does. *start is where it starts.
uint block_of_output(uint output_at, uint digit, uint low, uint high, out uint start)
{
    low >>= 2u;
    high >>= 2u;
    while (low < high) {
        uint middle = (low + high + 1u) >> 1u;
        if (starts_at(digit, middle).x <= output_at)
            low = middle;
        else
            high = middle - 1u;
    }
    uvec4 four = starts_at(digit, low);
    bvec4 reached = lessThanEqual(four, uvec4(output_at));
    start = reached.w ? four.w : reached.z ? four.z : reached.y ? four.y : four.x;
    return 4u * low + (reached.w ? 3u : reached.z ? 2u : reached.y ? 1u : 0u);
}
