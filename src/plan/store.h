// SPDX-License-Identifier: MIT
// Passes that write elements in the caller's form, wherever a sort has left them: the C
// side of store.comp and store.frag. They end the sorts whose last pass cannot write that
// form, and most peeks consist of them. (Peeks into a radix sort that may skip digits use
// radix_peek.comp; peeks into a sort of wide elements end in the wide gathers.)
#ifndef GLSORT_STORE_H
#define GLSORT_STORE_H

#include "algorithm.h"
#include "schedule.h"

struct store {
    const char* label; // of a dispatch; draws have labels of their own
    const struct sort_desc* desc;
    uint32_t count;
    struct elements from; // not PLACE_INSIDE
    uint8_t keys;         // destination, or none
    uint8_t values;       // destination, or none
};

// Appends them at the end of a sort, or of a peek, which leaves the elements there.
void glsort_store_result(struct schedule* s, const struct sort_desc* desc, uint32_t count,
                         const char* label, struct elements from);
void glsort_store_peeked(struct schedule* s, const struct peek* peek, const char* label,
                         struct elements from);

// Appends the passes. Fragment: a destination that is a texture of the plan gets one word
// per texel, and PLACE_ARRAYS is the input of the sort: the passes read it from
// s->transfers, which earlier passes must have uploaded.
void glsort_add_store(struct schedule* s, const struct store* store);

// ---- peeks ----------------------------------------------------------------------------

// A peek: finds where the passes of a run have left the elements, and appends the passes
// that write them to the caller's outputs.

struct peek_request {
    uint32_t done; // completed passes of the run
    bool keys;     // writes keys; never with discard_keys
    bool values;   // writes values
};

// Returns the last of the first `done` passes that moved elements, or NULL.
const struct pass* glsort_last_move(const struct schedule* run, uint32_t done);

// Gives the schedule of a peek the scratch of the run, so that its passes can read it.
void glsort_peek_scratch(struct schedule* s, const struct schedule* run);

// Appends the passes that write the order reached, which is the order of the input until
// a pass has moved elements.
void glsort_add_peek(const struct algorithm* algorithm, const struct peek* peek,
                     struct schedule* s);

#endif
