// SPDX-License-Identifier: MIT
// Division and logarithm that round up: how many tiles, levels, digits a count takes.
#ifndef GLSORT_COUNTING_H
#define GLSORT_COUNTING_H

#include <stdint.h>

static inline uint32_t ceil_divide(uint32_t a, uint32_t b)
{
    return a / b + (a % b != 0);
}

// The least log with a <= 1 << log.
static inline uint32_t ceil_log(uint32_t a)
{
    uint32_t log = 0;
    while (((uint64_t)1 << log) < a)
        ++log;
    return log;
}

#endif
