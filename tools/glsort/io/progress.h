// SPDX-License-Identifier: MIT
// A line on the terminal that shows how far a long task has come. Silent when standard
// error is not a terminal, and for work of less than half a second.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool wanted;
    bool shown;
    double next; // seconds; when to write again
};

// Seconds of a clock that only goes forward.
double progress_clock(void);

void progress_start(struct progress* p, bool quiet);
void progress_show(struct progress* p, const char* what, uint64_t done, uint64_t total);

// Wipes the line; before anything else is printed.
void progress_end(struct progress* p);

#endif
