// SPDX-License-Identifier: MIT
// A temporary file without a name, which is gone when it is closed and when the program
// ends, however it ends.
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Opens a file in the folder, for reading and writing. -1, with errno set, if it cannot.
int temporary_open(const char* folder);

// The folder for temporary files that the environment names, or the system's.
const char* temporary_folder(void);

// Each moves all bytes. False, with errno set, if it cannot; errno is 0 at the end of the
// file.
bool temporary_write(int file, const void* data, size_t bytes);
bool temporary_read_at(int file, uint64_t at, void* data, size_t bytes);

// Lets the system read this part ahead, if it can.
void temporary_expect(int file, uint64_t at, uint64_t bytes);

#endif
