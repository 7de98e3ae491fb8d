// SPDX-License-Identifier: MIT
// A peek: finds where the passes of a run have left the elements, and appends the passes
// that write them to the caller's outputs.
#ifndef GLSORT_PEEK_H
#define GLSORT_PEEK_H

#include "algorithm.h"
#include "schedule.h"

struct peek_request {
    uint32_t done; // completed passes of the run
    bool keys;     // writes keys; never with discard_keys
    bool values;   // writes values
};

// Returns the last of the first `done` passes that moved elements, or NULL.
const struct pass* glsort_last_move(const struct schedule* run, uint32_t done);

// Gives the schedule of a peek the scratch of the run, so that its passes can read it.
void glsort_peek_scratch(struct schedule* s, const struct schedule* run);

// Appends the passes that write the order reached: that of the input, until a pass has
// moved elements.
void glsort_add_peek(const struct algorithm* algorithm, const struct peek* peek,
                     struct schedule* s);

#endif
