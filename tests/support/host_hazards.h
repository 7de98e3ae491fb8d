// SPDX-License-Identifier: MIT
// A checker of barriers that knows nothing of how they are derived.
#ifndef HOST_HAZARDS_H
#define HOST_HAZARDS_H

#include "schedule.h"

// True if a barrier is missing between any two passes: looks at every two, and at what is
// issued between them.
bool host_has_hazard(const struct schedule* s);

#endif
