// SPDX-License-Identifier: MIT
// Arithmetic whose results have the same bits on every device: sums, differences and
// products of floats, each rounded by itself. Compilers may otherwise contract a product
// and a sum to one operation. EXACT qualifies the variable that gets the result. ROUNDED
// goes around each product that enters a sum: where `precise` is not used, that is before
// GLSL 4.00 and in GLSL ES, it passes the product through an integer operation that the
// compiler cannot remove.
//
// The including shader defines RUN_ZERO before this file: a word that is always 0, which
// the compiler does not know.
#if __VERSION__ >= 400 && !defined(GL_ES)
#define EXACT precise
#define ROUNDED(X) (X)
#define ROUNDED_VECTOR(X) (X)
#else
#define EXACT
#define ROUNDED(X) uintBitsToFloat(floatBitsToUint(X) ^ RUN_ZERO)
#define ROUNDED_VECTOR(X) uintBitsToFloat(floatBitsToUint(X) ^ uvec3(RUN_ZERO))
#endif

// By the bits: devices need not support NaN.
bool is_finite(float x)
{
    return (floatBitsToUint(x) & 0x7F800000u) != 0x7F800000u;
}

bool is_nan(uint bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}

// -0 as +0.
uint unsigned_zero(uint bits)
{
    return bits == 0x80000000u ? 0u : bits;
}

// The bits of a float as an unsigned integer in the same order.
uint ordered_bits(uint bits)
{
    bits = unsigned_zero(bits);
    return bits ^ ((bits & 0x80000000u) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}
