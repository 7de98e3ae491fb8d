// SPDX-License-Identifier: MIT
// A number for each of the 16 digits: that of digit 4 * i + j is component i of member j.
// Sums of the starts of digits are packed in two uvec4: even digits of four in `even`,
// odd ones in `odd`, 16 bits each.
struct sixteen {
    uvec4 of_0;
    uvec4 of_1;
    uvec4 of_2;
    uvec4 of_3;
};

sixteen unpack(uvec4 even, uvec4 odd)
{
    return sixteen(even & 0xFFFFu, odd & 0xFFFFu, even >> 16u, odd >> 16u);
}

// The starts are those of blocks with `total` elements in all; a digit has as many as lie
// between its start and that of the next digit.
sixteen counts_of_starts(sixteen start, uint total)
{
    return sixteen(start.of_1 - start.of_0, start.of_2 - start.of_1,
                   start.of_3 - start.of_2, uvec4(start.of_0.yzw, total) - start.of_3);
}
