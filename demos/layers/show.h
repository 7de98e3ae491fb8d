// SPDX-License-Identifier: MIT
// The demo in a window, or drawn to files and reported on.
#ifndef LAYERS_SHOW_H
#define LAYERS_SHOW_H

#include <stdbool.h>

#include "options.h"

// message: PROGRAM_MESSAGE_BYTES.
bool show_layers(const struct options* options, char* message);

#endif
