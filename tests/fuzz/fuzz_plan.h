// SPDX-License-Identifier: MIT
// Random plan descriptors, and what must hold of a plan's creation and description
// whatever the descriptor says.
#ifndef FUZZ_PLAN_H
#define FUZZ_PLAN_H

#include "fuzz_driver.h"

// The form of sorting is drawn once for a family of cases, from the seed and the family's
// number, so that its programs, which take long to compile, serve all of them.
enum { FUZZ_FAMILY = 24 };

// Draws a descriptor whose values are enumerants, but which need not be one that a plan
// can serve. max_count: 1 to most, less for algorithms that make many passes. Its tuning
// goes to *tuning.
glsort_sort_desc fuzz_draw_desc(struct fuzz_world* w, struct fuzz_random* r,
                                uint32_t most, glsort_tuning* tuning);

// Notes the fields that are not zero, as an initializer in C.
void fuzz_note_desc(const glsort_sort_desc* desc);

// Creates the plan, or returns NULL if glsort_max_count says that there is none. Fails
// the case unless both agree.
glsort_plan* fuzz_create_plan(struct fuzz_world* w, const glsort_sort_desc* desc);

#endif
