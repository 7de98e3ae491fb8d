// SPDX-License-Identifier: MIT
// What an engine offers that sorts with glsort inside.
#ifndef ENGINE_H
#define ENGINE_H

// The passes of a sort of so many keys; 0 if there is no such sort.
unsigned engine_passes(unsigned count);

#endif
