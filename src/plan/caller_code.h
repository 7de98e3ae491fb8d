// SPDX-License-Identifier: MIT
// GLSL of the caller's own, which a program of a plan contains.
#ifndef GLSORT_CALLER_CODE_H
#define GLSORT_CALLER_CODE_H

#include <stdint.h>

struct caller_code {
    const char* text; // NULL: none
    uint32_t kinds;   // of what it reads: CODE_KINDS of order/order_code.frag
};

#endif
