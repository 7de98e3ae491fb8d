// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "samples.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void samples_add(struct samples* samples, double ms)
{
    if (samples->count < MAX_SAMPLES)
        samples->ms[samples->count++] = ms;
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double quantile(const struct samples* samples, double part)
{
    double sorted[MAX_SAMPLES];
    if (samples->count == 0)
        return 0.0;
    memcpy(sorted, samples->ms, samples->count * sizeof *sorted);
    qsort(sorted, samples->count, sizeof *sorted, compare_doubles);
    double at = part * (samples->count - 1);
    uint32_t below = (uint32_t)at;
    uint32_t above = below + 1 < samples->count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

double samples_median(const struct samples* samples)
{
    return quantile(samples, 0.5);
}

double samples_least(const struct samples* samples)
{
    return quantile(samples, 0.0);
}

double samples_spread(const struct samples* samples)
{
    double median = samples_median(samples);
    return median > 0.0 ? (quantile(samples, 0.75) - quantile(samples, 0.25)) / median
                        : 0.0;
}

double clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
