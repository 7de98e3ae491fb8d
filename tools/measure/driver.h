// SPDX-License-Identifier: MIT
// A whole run of the benchmark: its axes, its context, its outputs.
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include "axes.h"
#include "measure.h"

struct job {
    const char* api;  // of the context
    struct axes axes; // for orders, only the counts are used
    // A draw order, without counts, to measure instead of sorts; NULL: none.
    const struct order_task* order;
    // Counts in the GPU buffer, each run with every max_count that allows it. None:
    // max_count.
    struct axes alive;
    struct choice choice;
    const struct peer* peers;
    const char* command; // the command line
    const char* commit;  // NULL: the commit that was built
    // Files, "-" for standard output, NULL for none.
    const char* outputs[ROW_FORMATS];
};

// The default axes, 20 seconds per count, no counts and no outputs.
void job_default(struct job* job);

// False, with a sentence, if something failed, or if a result was wrong. The GL context
// is current.
bool job_run(const struct job* job, const struct bench_gl* gl, glsort_context* context,
             char* message, size_t message_bytes);
// False, with a sentence, if no form is what the job asks for.
bool job_has_forms(const struct job* job, char* message, size_t message_bytes);

#endif
