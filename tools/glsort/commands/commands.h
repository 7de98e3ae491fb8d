// SPDX-License-Identifier: MIT
// What the program can do. Each is false, with a sentence printed, if it fails.
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdio.h>

#include "options.h"
#include "sorter.h"

bool command_sample(const struct options* o);
bool command_sort(const struct options* o);
bool command_info(const struct options* o);
bool command_plan(const struct options* o);
bool command_verify(const struct options* o);
bool command_bench(const struct options* o);
bool command_tune(const struct options* o);

// ---- parts of commands ----

// glsort bench --segments: the times of segmented sorts.
bool bench_segments(const struct options* o);

// The report of `glsort info --report`, around what info prints: versions, and the
// beginning of a block of text; then the end of that block, a self-test, what the other
// commands say of the device that the options choose, whose limits these are, and a row
// of docs/drivers.md's table of reports, which begins with `device`. False, with a
// sentence printed, if one of them fails; the others are run all the same.
void info_report_begin(void);
bool info_report_end(const struct options* o, const glsort_limits* limits,
                     const char* device);

// The segmented sorts of `glsort verify`: segments of mixed lengths over all data. Adds
// the runs to *runs.
bool verify_segments(const struct session* session, const glsort_segments_desc* desc,
                     uint32_t seed, uint64_t* runs);

// Its draw orders, and how many there are. Each takes the algorithm and method of `sort`,
// and is described in a phrase.
enum verdict {
    ORDER_RIGHT,
    ORDER_WRONG,   // a sentence is printed
    ORDER_REFUSED, // the library has no such order on this backend and device
};
uint32_t verify_order_count(void);
enum verdict verify_order(const struct session* session, const glsort_sort_desc* sort,
                          glsort_backend backend, uint32_t at, uint32_t max_count,
                          char* text, size_t bytes);

// ---- used by more than one ----

// Compares a result with the CPU's stable sort of the input. sorted, places: NULL if they
// were not made. False, with a sentence that starts with `what`, at the first difference.
bool check_sorted(const char* what, const glsort_sort_desc* desc, const uint32_t* input,
                  const uint32_t* sorted, const uint32_t* places, uint32_t count);

// One row of figures under a heading.
void print_times(FILE* to, uint64_t count, uint32_t iterations,
                 const struct sorter_time* best, const struct sorter_time* mean);

#endif
