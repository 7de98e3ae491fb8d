// SPDX-License-Identifier: MIT
// The table of ways to sort that tests go through: every form of the library, and some
// more, with every way for a caller to hand over data that the form knows.
#ifndef GLSORT_HOST_SETUPS_H
#define GLSORT_HOST_SETUPS_H

#include "host_bench.h"

// Trees whose sizes differ from each other, which no form of the library has.
enum { HOST_ODD_FORMS = 4 };

extern const glsort_form host_odd_forms[HOST_ODD_FORMS];

// The descriptor of the form, with elements, storage, count and flags as in `what`.
glsort_sort_desc host_desc_of(const glsort_sort_desc* form, const glsort_sort_desc* what);

// All setups, those first whose passes have mirrors; the others can only be read.
const struct host_setup* host_setup_at(uint32_t at);
uint32_t host_setup_count(void);
uint32_t host_mirrored_count(void);

// True for one in `stride` of what setups sort, for tests that would take long with all
// of it; for all of it if everything is tested.
bool host_is_turn(uint32_t at, uint32_t stride);

// The setup named "FORM, WAY"; fails the test if there is none.
const struct host_setup* host_setup_named(const char* name);

#endif
