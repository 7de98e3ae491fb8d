// SPDX-License-Identifier: MIT
// Runs forms and peers on one task and collects times, always in turn, so that a change
// of the machine's speed affects all alike.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "bench.h"

// Measures in the context, which the caller keeps, as it does its GL context.
void bench_open(struct bench* bench, const struct bench_gl* gl, glsort_context* context);
void bench_close(struct bench* bench);

// Forgets how long the forms took: another series follows.
void bench_forget(struct bench* bench);

// Writes the rows of the task. False if there is no memory, or if a result was wrong.
bool bench_task(struct bench* bench, const struct task* task, struct row_writer** writers,
                uint32_t writer_count, char* message, size_t message_bytes);

// The same for the ways to make a draw order.
struct order_task;
bool bench_order(struct bench* bench, const struct order_task* task,
                 struct row_writer** writers, uint32_t writer_count, char* message,
                 size_t message_bytes);

// True if no form or peer has any of the words of --only.
bool choice_is_empty(const struct choice* choice, const struct peer* peers);

#endif
