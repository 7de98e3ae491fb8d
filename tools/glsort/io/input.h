// SPDX-License-Identifier: MIT
// Whole files and standard input, read into memory.
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>

#include "bytes.h"

// True if the path means standard input: NULL or "-".
bool input_is_standard(const char* path);

// What to call the input in a sentence.
const char* input_name(const char* path);

// Appends everything that can be read.
bool input_read(const char* path, struct bytes* out);

// The same piece by piece. Each is false with a sentence printed if it fails.
bool input_open(const char* path, int* file);
// Appends what can be read at once, at most `most` bytes; *got is 0 at the end.
bool input_read_piece(int file, const char* name, size_t most, struct bytes* out,
                      size_t* got);
void input_close(const char* path, int file);

// Bytes of a regular file that is not empty; 0 of all else.
uint64_t input_size(const char* path);

#endif
