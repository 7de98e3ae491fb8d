// SPDX-License-Identifier: MIT
// Plans without a device, and the table of ways to sort that tests go through: every form
// of the library, and some more, with every way for a caller to hand over data that the
// form knows.
#ifndef GLSORT_HOST_SETUPS_H
#define GLSORT_HOST_SETUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "build.h"

// A way to sort: zero means the default, as in a plan's descriptor.
struct host_setup {
    const char* name;
    glsort_sort_desc desc; // without max_count
    uint32_t version;      // of the limits; 0: 430, or 330 for fragments
    bool in_place;
    bool software; // the device renders on the CPU
};

// Limits that no count below 2^26 meets.
struct glsort_limits host_roomy_limits(uint32_t version);

// A plan without a device. Aborts if there can be none.
void host_core_open(struct plan_core* core, const struct host_setup* setup,
                    const struct glsort_limits* limits, uint32_t max_count);
void host_core_close(struct plan_core* core);

// Makes the core's schedule that of `count` elements.
void host_core_build(struct plan_core* core, uint32_t count);

// Passes of the sort phase.
uint32_t host_sort_passes(const struct schedule* s);

// The value of a define in the variant of the pass. Aborts if its shader has none so
// named.
uint32_t host_define(const struct pass* p, const char* name);

// Trees whose sizes differ from each other, which no form of the library has.
enum { HOST_ODD_FORMS = 4 };

extern const glsort_form host_odd_forms[HOST_ODD_FORMS];

// The descriptor of the form, with elements, storage, count and flags as in `what`.
glsort_sort_desc host_desc_of(const glsort_sort_desc* form, const glsort_sort_desc* what);

// All setups.
const struct host_setup* host_setup_at(uint32_t at);
uint32_t host_setup_count(void);

// True for one in `stride` of what setups sort, for tests that would take long with all
// of it; for all of it if everything is tested.
bool host_is_turn(uint32_t at, uint32_t stride);

// The setup named "FORM, WAY"; fails the test if there is none.
const struct host_setup* host_setup_named(const char* name);

#endif
