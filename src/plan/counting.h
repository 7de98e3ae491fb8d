// SPDX-License-Identifier: MIT
// Division and logarithm that round up: how many tiles, levels, digits a count takes; and
// sums that may be too large.
#ifndef GLSORT_COUNTING_H
#define GLSORT_COUNTING_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t ceil_divide(uint32_t a, uint32_t b)
{
    return a / b + (a % b != 0);
}

// Whether a range of bytes ends at most at `most`, whatever the sum of both: on hosts of
// 32 bits either alone may be more.
static inline bool range_ends_by(uint64_t offset, uint64_t bytes, uint64_t most)
{
    return bytes <= most && offset <= most - bytes;
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
