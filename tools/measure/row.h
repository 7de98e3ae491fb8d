// SPDX-License-Identifier: MIT
// One form or peer at one task, measured. Rows are written as text and JSON.
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stdio.h>

#include "order_work.h"
#include "samples.h"
#include "workload.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { REFUSAL_BYTES = 400, LABEL_BYTES = 32 };

struct form;

// One pass of a plan.
struct pass_cost {
    char label[LABEL_BYTES];
    double ms; // below 0: unknown
    uint64_t bytes;
};

struct row {
    struct task task;
    const struct order_task* order; // NULL: a sort
    uint32_t visible;               // of an order, elements of the first view
    double entropy;
    const struct form* form; // NULL: a peer
    const char* algorithm;
    const char* variant;
    const char* backend; // "cpu": a peer
    char chosen[64];     // of a plan: what was chosen, and in `reason` why
    char reason[96];
    char refusal[REFUSAL_BYTES]; // empty: measured
    bool right;
    bool stamps; // gpu is by the GPU's time stamps, not by the CPU's clock
    struct samples gpu;
    struct samples cpu;        // from the call until the result is there
    struct samples process;    // CPU time of all threads of the process
    struct samples submit;     // until the call returns
    struct samples end_to_end; // with keys and values from and to the CPU's memory
    double create_ms;          // of the plan, including the compilation of shaders
    double create_again_ms;    // with programs that are already linked
    uint64_t scratch_bytes;
    uint64_t moved_bytes; // that all passes declare
    double copy_rate;     // bytes per second that a copy on the device moves; 0: unknown
    uint32_t pass_count;
    struct pass_cost* passes; // NULL: not measured
};

void row_release(struct row* row);

// Where the rows come from.
struct origin {
    const char* device;
    const char* driver;
    const char* api;
    const char* commit;
    const char* command;
    char date[32]; // UTC
};

enum row_format { ROWS_TEXT, ROWS_JSON, ROW_FORMATS };

// A writer of rows, as text or JSON; each row is written at once.
struct row_writer {
    FILE* file;
    enum row_format format;
    const struct origin* origin;
    uint32_t written;
    bool failed; // sticky
};

struct row_writer rows_start(FILE* file, enum row_format format,
                             const struct origin* origin);
void rows_add(struct row_writer* w, const struct row* row);
// False if something was not written. Does not close the file.
bool rows_end(struct row_writer* w);

#ifdef __cplusplus
}
#endif

#endif
