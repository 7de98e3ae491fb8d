// SPDX-License-Identifier: MIT
// Whole files and standard input, read into memory.
#ifndef INPUT_H
#define INPUT_H

#include "bytes.h"

// True if the path means standard input: NULL or "-".
bool input_is_standard(const char* path);

// What to call the input in a sentence.
const char* input_name(const char* path);

// Appends everything that can be read.
bool input_read(const char* path, struct bytes* out);

#endif
