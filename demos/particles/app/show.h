// SPDX-License-Identifier: MIT
// The demo in a window, or drawn to files and reported on.
#ifndef DEMO_SHOW_H
#define DEMO_SHOW_H

#include <stdbool.h>

#include "options.h"

// message: PROGRAM_MESSAGE_BYTES.
bool show_app(const struct options* options, char* message);

#endif
