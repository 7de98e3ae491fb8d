// SPDX-License-Identifier: MIT
// What makes the functions of a shader's include C, so that the host runs the shader's
// own text. The including file declares these functions as static ones, with
// MAYBE_UNUSED, and whatever else the text takes from its surroundings; the compiler
// requires both.
#ifndef GLSORT_HOST_GLSL_H
#define GLSORT_HOST_GLSL_H

#include "shared/common.h"

// Not every file calls all functions of what it includes.
#if defined(__GNUC__)
#define MAYBE_UNUSED __attribute__((unused))
#else
#define MAYBE_UNUSED
#endif

#define uint(A) ((uint)(A))

MAYBE_UNUSED static uint min(uint a, uint b)
{
    return a < b ? a : b;
}

MAYBE_UNUSED static uint max(uint a, uint b)
{
    return a > b ? a : b;
}

MAYBE_UNUSED static uint bitCount(uint word)
{
    uint count = 0;
    for (; word != 0; word &= word - 1)
        ++count;
    return count;
}

#endif
