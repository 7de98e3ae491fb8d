// SPDX-License-Identifier: MIT
// Memory barriers derived from what the passes declare; no algorithm writes one.
#ifndef GLSORT_BARRIERS_H
#define GLSORT_BARRIERS_H

#include "schedule.h"

// Sets every pass's barriers: the bits that must be issued before it, given that all
// memory is coherent before the first pass. (Each run ends with a barrier that makes it
// so for the next.)
//
// Read after write, write after write and write after read need the bit of the usage that
// follows. Draws and transfers among textures need none: GL orders them itself.
void glsort_barriers_derive(struct schedule* s);

#endif
