// SPDX-License-Identifier: MIT
// The demo without a display: a fixed time step, frames to files.
#ifndef DEMO_HEADLESS_H
#define DEMO_HEADLESS_H

#include <stdbool.h>

#include "options.h"

// message: VIEW_MESSAGE_BYTES.
bool headless_run(const struct options* options, char* message);

#endif
