// SPDX-License-Identifier: MIT
// Repeated measurements of one time.
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

// Samples beyond MAX_SAMPLES are dropped.
void samples_add(struct samples* samples, double ms);

// 0 without samples.
double samples_median(const struct samples* samples);
double samples_least(const struct samples* samples);

// The interquartile range of the samples divided by their median.
double samples_spread(const struct samples* samples);

// A clock that never goes back.
double clock_ms(void);

#ifdef __cplusplus
}
#endif

#endif
