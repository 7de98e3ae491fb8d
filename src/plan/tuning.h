// SPDX-License-Identifier: MIT
// The tuning of a descriptor, which may be NULL, and which of its fields a kind of plan
// takes.
#ifndef GLSORT_TUNING_H
#define GLSORT_TUNING_H

#include <glsort/glsort_inspect.h>

#include "refusal.h"

// What the pointer names; all zero for NULL.
static inline struct glsort_tuning tuning_of(const struct glsort_tuning* tuning)
{
    return tuning == NULL ? (struct glsort_tuning){0} : *tuning;
}

// The fields that a sort takes, and a draw order for the sort inside.
enum { TUNING_OF_SORTS = ABOUT_METHOD | ABOUT_LOCAL_SIZE | ABOUT_MERGE_SIZE };

// Refuses the first field that is not zero and not among `takes`: TUNING_OF_SORTS,
// ABOUT_MERGE_WAYS or ABOUT_SCAN_METHOD.
struct refusal glsort_tuning_refusal(const struct glsort_tuning* tuning, uint32_t takes);

// GLSORT_OK, or GLSORT_ERROR_UNSUPPORTED with that sentence.
glsort_result glsort_tuning_check(const struct glsort_tuning* tuning, uint32_t takes,
                                  const struct glsort_limits* limits,
                                  const struct call* call);

#endif
