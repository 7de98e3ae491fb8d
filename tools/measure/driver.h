// SPDX-License-Identifier: MIT
// A whole run of the benchmark: its axes, its context, its outputs.
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include "axes.h"
#include "measure.h"

struct job {
    struct offscreen_desc context;
    struct axes axes; // of orders, the counts alone
    // A draw order, measured instead of sorts: all but counts; NULL: none.
    const struct order_task* order;
    struct axes alive; // counts in the buffer, one of each that fits; none: all are alive
    struct choice choice;
    const struct peer* peers;
    const char* table;   // that the library's context is given; NULL: none
    const char* command; // as it was called
    const char* commit;  // NULL: the one that was built
    // Files, "-" for standard output, NULL for none.
    const char* outputs[ROWS_CSV + 1];
};

// The default axes, 20 seconds a count, no counts and no outputs.
void job_default(struct job* job);

// False, with a sentence, if something failed, or if a result was wrong.
bool job_run(const struct job* job, char* message, size_t message_bytes);

#endif
