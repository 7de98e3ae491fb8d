// SPDX-License-Identifier: MIT
// What the CPU learns of the GPU some frames later, without waiting for it: some bytes of
// a buffer, and how long commands took.
#ifndef DEMO_PROBE_H
#define DEMO_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "gfx.h"

struct read_probe {
    uint32_t copy; // buffer
    size_t bytes;  // of it
    GLsync done;   // 0: nothing is under way
};

void read_probe_create(struct read_probe* probe, size_t bytes);
void read_probe_destroy(struct read_probe* probe);
// Copies bytes of the buffer, from `first` on, unless an earlier one is still under way.
void read_probe_copy(struct read_probe* probe, uint32_t buffer, size_t first);
// Takes what was copied, if it has arrived; or waits for it. False: there is nothing yet,
// and *data stays.
bool read_probe_take(struct read_probe* probe, bool waits, void* data);

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
