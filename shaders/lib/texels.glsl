// SPDX-License-Identifier: MIT
// Linear streams in two-dimensional textures: slot = y << width_log | x.

ivec2 texel_of(uint slot, uint width_log)
{
    return ivec2(int(slot & ((1u << width_log) - 1u)), int(slot >> width_log));
}

// For textures that may be the caller's and so may have any width.
ivec2 texel_in_width(uint slot, uint width)
{
    return ivec2(int(slot % width), int(slot / width));
}

uint fragment_slot(uint width)
{
    return uint(gl_FragCoord.y) * width + uint(gl_FragCoord.x);
}
