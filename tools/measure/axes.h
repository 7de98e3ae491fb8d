// SPDX-License-Identifier: MIT
// The axes of a benchmark: every combination of their values is a task.
#ifndef BENCH_AXES_H
#define BENCH_AXES_H

#include "workload.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_COUNTS = 128, MAX_AXIS = 16 };

// NULL ends a list.
struct axes {
    uint32_t counts[MAX_COUNTS];
    uint32_t count_count;
    const struct key_type* keys[MAX_AXIS + 1];
    const struct value_type* values[MAX_AXIS + 1];
    const struct distribution* distributions[MAX_AXIS + 1];
    bool ascending;
    bool descending;
};

// u32 keys with u32 values, uniform, ascending; no counts.
void axes_default(struct axes* axes);

// Takes one option, such as --key, with its list, such as "u32,f32". Counts are added:
// "1000,2^20,2^8..2^28,2^20+-5%". *fits: whether the list is valid. Returns false if
// there is no such option.
bool axes_option(struct axes* axes, const char* option, const char* list, bool* fits);

// Calls `call` for each task. Tasks that differ only in the count follow each other;
// `first` is true for the first of them. Returns true if all calls did.
bool axes_for_each(const struct axes* axes,
                   bool (*call)(void* user, const struct task* task, bool first),
                   void* user);

// Lists the names.
void axes_print(void);

#ifdef __cplusplus
}
#endif

#endif
