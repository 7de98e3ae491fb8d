// SPDX-License-Identifier: MIT
// A peek: finds where the passes of a run have left the elements, and writes them out.
#ifndef GLSORT_VIEW_H
#define GLSORT_VIEW_H

#include "algorithm.h"
#include "schedule.h"

struct peek_request {
    uint32_t done; // completed passes of the run
    bool keys;     // never with discard_keys
    bool values;
};

// Returns the last of the first `done` passes that moved elements, or NULL.
const struct pass* glsort_last_move(const struct schedule* run, uint32_t done);

// Lets the passes of a peek use the scratch of the run.
void glsort_view_scratch(struct schedule* s, const struct schedule* run);

// Appends the passes that write the order reached. Before the first pass that moves
// elements, that is the order of the input.
void glsort_add_view(const struct algorithm* algorithm, const struct view* view,
                     struct schedule* s);

#endif
