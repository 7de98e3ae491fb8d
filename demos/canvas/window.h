// SPDX-License-Identifier: MIT
#ifndef DEMO_WINDOW_H
#define DEMO_WINDOW_H

#include "program.h"

// Opens a window and shows the program until it is closed. False and a sentence
// (PROGRAM_MESSAGE_BYTES) on failure.
bool window_run(const struct program* program, const struct program_options* options,
                char* message);

#endif
