// SPDX-License-Identifier: MIT
// Floats under flags that allow a compiler to assume that none is infinite or a NaN, or
// to round less often: -ffast-math and -Ofast, MSVC's /fp:fast, x87. An engine's flags
// reach the library if the engine compiles it, and then isfinite() is always true.
#ifndef GLSORT_FLOATS_H
#define GLSORT_FLOATS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Takes memory and looks at the exponents: compilers also assume that a float which is
// passed by value is finite.
static inline bool glsort_are_finite(const float* values, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        if ((bits & 0x7F800000u) == 0x7F800000u)
            return false;
    }
    return true;
}

// Rounded to a float by itself: part of no fused operation, and no factor of a quotient
// that is computed otherwise.
static inline float glsort_rounded(float value)
{
    volatile float rounded = value;
    return rounded;
}

#endif
