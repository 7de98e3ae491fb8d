// SPDX-License-Identifier: MIT
// Positions of every format as floats. The conversions are exact, but for those of
// UNORM16 and SNORM16, which are a product and a sum. The including shader defines
// position_word(at), or else POSITION_TEXELS and position_of(at).

// Converts the bits of a half to those of a float, without unpackHalf2x16(), which may
// flush subnormal halves.
uint float_of_half(uint half_bits)
{
    uint magnitude = half_bits & 0x7FFFu;
    uint bits = (magnitude << 13u) + 0x38000000u;
    if (magnitude >= 0x7C00u)
        bits = 0x7F800000u | magnitude << 13u;
    if (magnitude < 0x0400u)
        bits = floatBitsToUint(float(magnitude) * uintBitsToFloat(0x33800000u)); // 2^-24
    return bits | (half_bits & 0x8000u) << 16u;
}

vec3 of_halves(uvec3 halves)
{
    return uintBitsToFloat(uvec3(float_of_half(halves.x), float_of_half(halves.y),
                                 float_of_half(halves.z)));
}

vec3 scaled(vec3 components)
{
    EXACT vec3 product = components * uintBitsToFloat(run.position_scale.xyz);
    EXACT vec3 sum = ROUNDED(product) + uintBitsToFloat(run.position_bias.xyz);
    return sum;
}

#ifndef POSITION_TEXELS
// Of an element or a vertex.
vec3 position_of(uint at)
{
    uint first = at * params.position_stride;
    uint x = position_word(first);
    uint y = position_word(first + 1u);
#if PLAIN
    return uintBitsToFloat(uvec3(x, y, position_word(first + 2u)));
#else
    if (params.position_format == ORDER_F32)
        return uintBitsToFloat(uvec3(x, y, position_word(first + 2u)));
    uvec3 shorts = uvec3(x & 0xFFFFu, x >> 16u, y & 0xFFFFu);
    if (params.position_format == ORDER_F16)
        return of_halves(shorts);
    if (params.position_format == ORDER_UNORM16)
        return scaled(vec3(shorts));
    ivec3 with_sign = ivec3(shorts << 16u) >> 16;
    return scaled(vec3(max(with_sign, ivec3(-32767))));
#endif
}
#endif

bool is_finite_position(vec3 p)
{
    return is_finite(p.x) && is_finite(p.y) && is_finite(p.z);
}
