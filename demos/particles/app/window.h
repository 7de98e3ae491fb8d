// SPDX-License-Identifier: MIT
// The demo in a window.
#ifndef DEMO_WINDOW_H
#define DEMO_WINDOW_H

#include <stdbool.h>

#include "options.h"

// message: VIEW_MESSAGE_BYTES.
bool window_run(const struct options* options, char* message);

#endif
