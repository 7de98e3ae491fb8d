// SPDX-License-Identifier: MIT
// A line on the terminal that shows what a long task does and how far it has come. Silent
// when standard error is not a terminal.
#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct progress_line {
    bool wanted;
    bool shown;
    double next; // seconds; when to write again
};

// Seconds of a clock that only goes forward.
double progress_line_clock(void);

void progress_line_start(struct progress_line* p, bool quiet);

// "WHAT 40 %", or "WHAT, 7 read" if total is 0, after half a second and then a few times
// a second.
void progress_line_show(struct progress_line* p, const char* what, uint64_t done,
                        uint64_t total);

// "WHAT 3 of 60 ..." as the third of 60 steps begins, or "WHAT ..." if total is 0; at
// once, for what then says nothing until it is done. p may be NULL.
void progress_line_stage(struct progress_line* p, const char* what, uint64_t done,
                         uint64_t total);

// Wipes the line; before anything else is printed.
void progress_line_end(struct progress_line* p);

#endif
