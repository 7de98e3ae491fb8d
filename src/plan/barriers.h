// SPDX-License-Identifier: MIT
// Derives the memory barriers of a schedule from the bindings of its passes, so that no
// algorithm writes barriers by hand.
#ifndef GLSORT_BARRIERS_H
#define GLSORT_BARRIERS_H

#include "schedule.h"

// Sets the barrier bits that must be issued before each pass. Assumes that all memory is
// coherent before the first pass; the final barrier of every run ensures that for the
// next one.
//
// Read after write, write after write and write after read need the bit of the later
// usage. Draws, uploads and downloads need none: GL orders them itself.
void glsort_barriers_derive(struct schedule* s);

#endif
