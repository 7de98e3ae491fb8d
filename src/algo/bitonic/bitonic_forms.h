// SPDX-License-Identifier: MIT
// The forms of the bitonic network, each in a file of its own, and what they share.
#ifndef GLSORT_BITONIC_FORMS_H
#define GLSORT_BITONIC_FORMS_H

#include "algorithm.h"
#include "counting.h"
#include "shared/bitonic.h"

enum { BITONIC_KEY_BYTES = 4, BITONIC_ELEMENT_BYTES = 8 };

// Never AUTO: blocks on compute, packed on fragment.
glsort_network glsort_bitonic_network(const struct sort_desc* desc);

// ---- compute --------------------------------------------------------------------------
//
// All forms on compute sort in place: keys in the caller's keys out, indices in the
// caller's values out. Values of the caller's are copied by the first pass and gathered
// by the last, unless that is the same one.

struct bitonic_build {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;  // to size passes; the true one may be smaller if the GPU knows it
    uint64_t bytes;  // of count words
    uint8_t keys;    // slot of the keys between passes
    uint8_t indices; // of the indices, or none if there is no need
    uint8_t values;  // of the copy, or none
};

// Declares the scratch of sorts of more than `alone` elements, which take several passes.
// Without values there are no indices, unless the form always has some.
struct bitonic_build glsort_bitonic_start(const struct sort_desc* desc, uint32_t count,
                                          uint32_t alone, bool always_indices,
                                          struct schedule* s);

// A pass over all elements, in place if not the first: its bindings, maps and flags. The
// caller fills in the rest of the parameters and hands them to glsort_pass_params.
struct pass* glsort_bitonic_pass(struct bitonic_build* b, const char* label,
                                 uint16_t shader, bool first, bool last,
                                 struct bitonic_params* params);

// Shows what `done` of `passes` passes left.
void glsort_bitonic_peek_dispatch(struct bitonic_build* b,
                                  const struct peek_request* request, uint32_t done,
                                  uint32_t passes);

void glsort_bitonic_build_blocks(const struct sort_desc* desc, uint32_t count,
                                 struct schedule* s);
void glsort_bitonic_peek_blocks(const struct sort_desc* desc, uint32_t count,
                                const struct peek_request* request, struct schedule* s);

void glsort_bitonic_build_two_kernels(const struct sort_desc* desc, uint32_t count,
                                      struct schedule* s);
void glsort_bitonic_peek_two_kernels(const struct sort_desc* desc, uint32_t count,
                                     const struct peek_request* request,
                                     struct schedule* s);

void glsort_bitonic_build_lone(const struct sort_desc* desc, uint32_t count,
                               struct schedule* s);
void glsort_bitonic_peek_lone(const struct sort_desc* desc, uint32_t count,
                              const struct peek_request* request, struct schedule* s);

// ---- fragment -------------------------------------------------------------------------

void glsort_bitonic_build_draws(const struct sort_desc* desc, uint32_t count,
                                struct schedule* s);
void glsort_bitonic_peek_draws(const struct sort_desc* desc, uint32_t count,
                               const struct peek_request* request, struct schedule* s);

#endif
