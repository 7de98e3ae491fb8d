// SPDX-License-Identifier: MIT
// Times of one thing, measured again and again.
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_SAMPLES = 64 };

struct samples {
    double ms[MAX_SAMPLES];
    uint32_t count;
};

// More than MAX_SAMPLES are left out.
void samples_add(struct samples* samples, double ms);

// 0 without samples.
double samples_median(const struct samples* samples);
double samples_least(const struct samples* samples);

// The middle half of the samples as a part of their median.
double samples_spread(const struct samples* samples);

// A clock that never goes back.
double clock_ms(void);

#ifdef __cplusplus
}
#endif

#endif
