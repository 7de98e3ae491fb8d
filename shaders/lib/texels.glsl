// SPDX-License-Identifier: MIT
// Linear streams in two-dimensional textures: slot = y << width_log | x.

ivec2 texel_of(uint slot, uint width_log)
{
    return ivec2(int(slot & ((1u << width_log) - 1u)), int(slot >> width_log));
}

// For textures that may be the caller's and so may have any width. Integer divisions are
// slow, above all on CPUs, which have none for vectors. Textures have fewer than 2^16
// rows, so the quotient of floats is wrong by less than 1.
ivec2 texel_in_width(uint slot, uint width)
{
    int row = int(float(slot) / float(width));
    int column = int(slot) - row * int(width);
    bool is_before = column < 0;
    bool is_after = column >= int(width);
    row += is_before ? -1 : is_after ? 1 : 0;
    column += is_before ? int(width) : is_after ? -int(width) : 0;
    return ivec2(column, row);
}

uint fragment_slot(uint width)
{
    return uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
}
