// SPDX-License-Identifier: MIT
// Passes that write elements in the caller's form, wherever a sort has left them: the C
// side of store.comp and store.frag. They end the sorts whose last pass cannot do so, and
// they are the view of every peek.
#ifndef GLSORT_STORE_H
#define GLSORT_STORE_H

#include "algorithm.h"
#include "schedule.h"

struct store {
    const char* label; // compute; draws are "store keys" and "store values"
    const struct sort_desc* desc;
    uint32_t count;
    struct elements from; // not PLACE_INSIDE
    uint8_t keys;         // destination, or none
    uint8_t values;       // destination, or none
};

// Appends the passes. Fragment: a texture of the plan as destination has a word in each
// texel. From PLACE_ARRAYS, which is the sort's input there, it reads s->transfers, which
// must have been uploaded.
void glsort_add_store(struct schedule* s, const struct store* store);

#endif
