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

// ---- used by more than one ----

// Compares a result with the CPU's stable sort of the input. sorted, places: NULL if they
// were not made. False, with a sentence that starts with `what`, at the first difference.
bool check_sorted(const char* what, const glsort_sort_desc* desc, const uint32_t* input,
                  const uint32_t* sorted, const uint32_t* places, uint32_t count);

// One row of figures under a heading.
void print_times(FILE* to, uint64_t count, uint32_t iterations,
                 const struct sorter_time* best, const struct sorter_time* mean);

#endif
