// SPDX-License-Identifier: MIT
// What the CPU learns of the GPU some frames later, without waiting for it: a word of a
// buffer, and how long commands took.
#ifndef DEMO_PROBE_H
#define DEMO_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "gfx.h"

struct word_probe {
    uint32_t copy; // buffer
    GLsync done;   // 0: nothing is under way
};

void word_probe_create(struct word_probe* probe);
void word_probe_destroy(struct word_probe* probe);
// Copies a word of the buffer, unless an earlier one is still under way.
void word_probe_copy(struct word_probe* probe, uint32_t buffer, uint32_t word);
// Takes the word that was copied, if it has arrived; or waits for it. False: there is
// none yet, and *word stays.
bool word_probe_take(struct word_probe* probe, bool waits, uint32_t* word);

struct timer_probe {
    uint32_t query;
    bool is_open;
    bool is_pending;
    double ms; // of the last commands that were timed; below 0: none yet
};

void timer_probe_create(struct timer_probe* probe);
void timer_probe_destroy(struct timer_probe* probe);
// Times the commands between these two calls, unless the time of earlier commands has not
// arrived yet.
void timer_probe_begin(struct timer_probe* probe);
void timer_probe_end(struct timer_probe* probe);
// Waits for the last time, and gives it.
double timer_probe_wait(struct timer_probe* probe);

#endif
