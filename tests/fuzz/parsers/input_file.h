// SPDX-License-Identifier: MIT
// For readers that take a path: the linker gives them an fopen (--wrap=fopen) that opens
// the input in memory if the name is INPUT_FILE or begins so.
#ifndef FUZZ_INPUT_FILE_H
#define FUZZ_INPUT_FILE_H

#include <stddef.h>
#include <stdint.h>

#define INPUT_FILE "the input"

// Makes a copy of the data what INPUT_FILE holds, until the release.
void input_file_set(const uint8_t* data, size_t size);
void input_file_release(void);

#endif
