// SPDX-License-Identifier: MIT
// Time stamps before and after every pass of a run, recorded and read without waiting.
#ifndef GLSORT_TIMER_H
#define GLSORT_TIMER_H

#include "device.h"

struct timer {
    GLuint* queries;     // two per pass
    uint32_t room;       // passes
    uint32_t pass_count; // of the run whose stamps are recorded
    bool recording;
    bool pending; // recorded but not read yet
};

// Creates queries for this many passes, or none if the device has no time stamps.
glsort_result glsort_timer_create(struct timer* t, const struct device* d,
                                  uint32_t passes, const glsort_allocator* allocator,
                                  const struct call* call);
// Frees host memory only, for a GL context that is gone. destroy also deletes the
// queries.
void glsort_timer_release(struct timer* t, const glsort_allocator* allocator);
void glsort_timer_destroy(struct timer* t, const struct device* d,
                          const glsort_allocator* allocator);

// Starts a run. It is recorded if there are queries and the last stamps have been read.
void glsort_timer_begin(struct timer* t);
void glsort_timer_stamp(struct timer* t, const struct device* d, uint32_t pass,
                        bool after);
// Ends the run after this many passes.
void glsort_timer_end(struct timer* t, uint32_t pass_count);

// See glsort_plan_timings().
glsort_result glsort_timer_read(struct timer* t, const struct device* d,
                                uint64_t* pass_ns, uint32_t* pass_count);

#endif
