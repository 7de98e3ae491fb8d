// SPDX-License-Identifier: MIT
// The passes over elements of several words, on either backend: what wide_sort.c puts
// around the sorts of an algorithm.
#ifndef GLSORT_WIDE_PASSES_H
#define GLSORT_WIDE_PASSES_H

#include "algorithm.h"

// Where the elements of a sort are. Slots are none where there is no use for them.
struct wide_places {
    uint8_t keys;        // the caller's, or what is uploaded from its buffer
    uint8_t values;      //
    uint8_t words;       // keys of the sort in progress
    uint8_t order;       // where the elements come from that are here now
    uint8_t keys_copy;   // of inputs that will be written over
    uint8_t values_copy; //
    uint8_t peek_order;  // an order for a peek alone; may be one of the copies
    uint8_t packed;      // fragment: what is downloaded to the caller's buffers
    uint8_t rest;      // GPU count: what those buffers hold, to be kept beyond the count
    uint8_t peek_rest; // the same of the buffers of a peek, which may come in between
};

struct wide {
    struct schedule* s;
    const struct algorithm* algorithm;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count; // to size passes; the true one may be smaller if the GPU knows it
    bool extracts;  // the algorithm sorts words of keys; otherwise the caller's own keys
    bool draws;
    bool buffers;      // of the caller
    uint8_t width_log; // of the textures here
    struct wide_places at;
};

// Declares the scratch.
void glsort_wide_declare(struct wide* w);

// Fragment: uploads what is in the caller's buffers.
void glsort_wide_add_loads(struct wide* w);

// The keys of sort `round`: bits 32 * round and up of the range, in the order reached.
void glsort_wide_add_words(struct wide* w, uint32_t round);

// Elements from one place to another.
struct wide_move {
    const char* label;
    uint8_t phase;
    uint8_t from;  // none: they are 0 .. count - 1
    uint8_t order; // none: they keep their places
    uint8_t to;
    uint8_t
        rest; // fragment, to a buffer, with a count on the GPU: what is kept beyond it
    uint32_t words; // of an element: 1, 2 or 4
};

void glsort_wide_add_move(struct wide* w, const struct wide_move* move);

#endif
