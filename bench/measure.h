// SPDX-License-Identifier: MIT
// Runs the forms on one size of input and collects times, always in turns, so that a
// change of the machine's speed meets all forms alike.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "forms.h"

enum { MAX_SAMPLES = 64, REFUSAL_BYTES = 320 };

struct samples {
    double ms[MAX_SAMPLES];
    uint32_t count;
};

// One form at one size. Refused or skipped if the refusal is not empty.
struct row {
    const struct form* form;
    uint32_t count;
    char refusal[REFUSAL_BYTES];
    bool right;         // the result equals the CPU's
    struct samples gpu; // sums of the passes' time stamps; empty: none
    struct samples wall;
    glsort_plan_info info; // of a plan, not of a peer
};

struct budget {
    double seconds;   // for all forms of one size
    uint32_t at_most; // samples of a form
    const char* only; // forms whose name contains this; NULL: all
};

struct bench {
    glsort_context* context;
    struct budget budget;
    // Milliseconds an element of the form's last size, to foresee the next; 0: not known.
    double last_ms_an_element[MAX_FORMS];
    void (*progress)(const struct form* form, uint32_t count);
};

// Fills form_count rows. False if there is no memory for the input.
bool bench_size(struct bench* bench, uint32_t count, struct row* rows);

double samples_median(const struct samples* samples);

// The middle half of the samples as a part of their median.
double samples_spread(const struct samples* samples);

#endif
