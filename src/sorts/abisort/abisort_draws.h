// SPDX-License-Identifier: MIT
// What the fragment passes of a sort on arrays share, whether it begins with its input
// (abisort_draws.c) or with the order of the run before (abisort_repair.c).
#ifndef GLSORT_ABISORT_DRAWS_H
#define GLSORT_ABISORT_DRAWS_H

#include "algorithm.h"

enum { CUT_BYTES = 4 };

struct draws {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    struct elements elements[2];
    uint8_t cuts;
    uint8_t width_log; // of all textures of the plan
    bool wide;         // a fragment writes sixteen elements
    uint32_t items_log;
    uint8_t state; // none, or the texture that says whether merges are still needed
};

// Texels of `count` elements.
uint32_t glsort_abisort_texels(const struct draws* b, uint32_t count);

struct pass* glsort_abisort_add_draw(struct draws* b, const char* label, uint16_t shader,
                                     uint32_t texels);

// Lets the pass fetch elements, some of them several times, together `bytes`.
void glsort_abisort_fetch(struct pass* p, struct elements from, uint64_t bytes);

// The targets of the pass. A fragment writes all elements of a texel, even if the count
// ends within it.
void glsort_abisort_target(struct draws* b, struct pass* p, struct elements to);

// Appends the passes that merge runs of 1 << run_log, and returns the last one.
struct pass* glsort_abisort_merge(struct draws* b, struct elements from,
                                  struct elements to, uint32_t run_log);

// Appends all passes of a sort with desc->repairs.
void glsort_abisort_repair(struct draws* b);

#endif
