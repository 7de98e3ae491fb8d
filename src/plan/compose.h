// SPDX-License-Identifier: MIT
// For schedules composed of sorts by an algorithm and of passes around them. Each sort is
// built into the same schedule as if it were the only one; then its slots are renamed.
#ifndef GLSORT_COMPOSE_H
#define GLSORT_COMPOSE_H

#include "schedule.h"

// The slot of the composed schedule for each slot that the algorithm uses.
struct renaming {
    uint8_t to[SLOT_SCRATCH + MAX_SCRATCH];
};

// Every slot keeps its name.
struct renaming glsort_renaming_none(void);

// Merges scratch from `first` on with equal scratch of earlier sorts, which begins at
// `shared`, and records the merged slots in *names.
void glsort_share_scratch(struct schedule* s, uint32_t shared, uint32_t first,
                          struct renaming* names);

// Renames the slots of the passes from `first` on, which the algorithm has appended, and
// makes them those of sort `part` (pass.part).
void glsort_adopt_passes(struct schedule* s, uint32_t first, uint8_t part,
                         const struct renaming* names);

#endif
