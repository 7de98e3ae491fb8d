// SPDX-License-Identifier: MIT
// Passes over elements of several words, on either backend. wide_sort.c puts them around
// the sorts of an algorithm.
#ifndef GLSORT_WIDE_PASSES_H
#define GLSORT_WIDE_PASSES_H

#include "algorithm.h"

// The slots of a wide sort. A slot that the sort does not need is none.
struct wide_places {
    uint8_t keys;        // the caller's, or the texture that its buffer is uploaded to
    uint8_t values;      // likewise
    uint8_t words;       // key words that the current sort orders
    uint8_t order;       // for each output position, the index of its input element
    uint8_t keys_copy;   // inputs of a run in place, copied before they are overwritten
    uint8_t values_copy; // likewise
    uint8_t peek_order;  // the order that a peek reads; may be one of the copies
    uint8_t packed;      // fragment: render target of downloads
    uint8_t rest;        // GPU count: the caller's elements beyond the count
    uint8_t peek_rest;   // the same for the outputs of a peek
};

struct wide {
    struct schedule* s;
    const struct algorithm* algorithm;
    const struct sort_desc* desc;
    const struct glsort_limits* limits;
    uint32_t count;    // for the size of passes; a count on the GPU may be smaller
    bool extracts;     // the algorithm sorts extracted key words, not the caller's keys
    bool draws;        // fragment backend
    uint8_t width_log; // of the textures declared here
    struct wide_places at;
};

// Fragment: the most texels that an element, without its gap, takes in the largest
// texture: one for each word where words are uploaded or downloaded.
uint32_t glsort_wide_texels(const struct sort_desc* desc);

// Declares the scratch.
void glsort_wide_declare(struct wide* w);

// Fragment: appends the uploads of the keys, of the values, or both, from buffers.
void glsort_wide_add_loads(struct wide* w, bool keys, bool values);

// Appends the pass that extracts the keys of sort `round`: bits 32 * round and up of the
// range, in the order reached so far.
void glsort_wide_add_words(struct wide* w, uint32_t round);

// A pass that copies or gathers elements from one slot to another.
struct wide_move {
    const char* label;
    uint8_t phase;
    uint8_t from;  // none: the elements are 0 .. count - 1
    uint8_t order; // none: elements keep their positions
    uint8_t to;
    uint8_t rest; // fragment, to a buffer, GPU count: receives elements beyond the count
    uint32_t words; // per element: 1, 2 or 4
};

void glsort_wide_add_move(struct wide* w, const struct wide_move* move);

#endif
