// SPDX-License-Identifier: MIT
// One setup for each path through the builders, small sizes of everything.
#ifndef GLSORT_HOST_SETUPS_H
#define GLSORT_HOST_SETUPS_H

#include "host_bench.h"

extern const struct host_setup host_setups[];
extern const uint32_t host_setup_count;

// Algorithms whose passes have no mirrors: only what they declare can be checked.
extern const struct host_setup host_declared[];
extern const uint32_t host_declared_count;

#endif
