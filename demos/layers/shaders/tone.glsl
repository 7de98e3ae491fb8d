// SPDX-License-Identifier: MIT
// From linear light to the 8 bits that a screen shows, exactly: the upper bits of the
// float select an entry of a table, and the rest is arithmetic on integers.
//
// TONE_FIRST, TONE_COUNT and TONE_COLUMNS are defined in front of this text.

uniform usampler2D tones; // 8 bits and 8 bits of fraction

// Less than a step of 256, so that dark gradients show no bands.
uint dither(uvec2 at)
{
    uint x = (at.x * 0x9E3779B1u) ^ (at.y * 0x85EBCA77u);
    x = (x ^ (x >> 15)) * 0x2C1B3C6Du;
    return (x ^ (x >> 12)) >> 24;
}

uint tone_of(float light)
{
    uint at = light > 0.0 ? floatBitsToUint(light) >> 15 : 0u;
    at = min(max(at, TONE_FIRST) - TONE_FIRST, TONE_COUNT - 1u);
    return texelFetch(tones, ivec2(at % TONE_COLUMNS, at / TONE_COLUMNS), 0).x;
}

vec4 shown(vec3 light)
{
    uint noise = dither(uvec2(gl_FragCoord.xy));
    uvec3 levels = uvec3(tone_of(light.r), tone_of(light.g), tone_of(light.b));
    levels = min((levels + noise) >> 8, uvec3(255u));
    return vec4(vec3(levels) / 255.0, 1.0);
}
