// SPDX-License-Identifier: MIT
// A whole run of the benchmark: its axes, its context, its outputs.
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include "measure.h"

enum { MAX_COUNTS = 128, MAX_AXIS = 16 };

struct job {
    struct offscreen_desc context;
    struct choice choice;
    const struct peer* peers;
    // Every combination is measured. NULL ends a list.
    uint32_t counts[MAX_COUNTS];
    uint32_t count_count;
    const struct key_type* keys[MAX_AXIS + 1];
    const struct value_type* values[MAX_AXIS + 1];
    const struct distribution* distributions[MAX_AXIS + 1];
    bool ascending;
    bool descending;
    const char* command; // as it was called
    const char* commit;  // NULL: the one that was built
    // Files, "-" for standard output, NULL for none.
    const char* outputs[ROWS_CSV + 1];
};

// u32 keys with u32 values, uniform, ascending, all times within 20 seconds a count.
void job_default(struct job* job);

// Adds the counts of "1000,2^20,2^8..2^28,2^20+-5%": false if that makes no sense, or is
// too many.
bool job_add_counts(struct job* job, const char* text);

// Adds what a comma-separated list names; false if something has no such name. The first
// call for an axis replaces the default.
bool job_add_keys(struct job* job, const char* list);
bool job_add_values(struct job* job, const char* list);
bool job_add_distributions(struct job* job, const char* list);
bool job_set_orders(struct job* job, const char* list);

// False, with a sentence, if something failed, or if a result was wrong.
bool job_run(const struct job* job, char* message, size_t message_bytes);

#endif
