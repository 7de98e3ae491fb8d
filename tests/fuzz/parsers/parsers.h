// SPDX-License-Identifier: MIT
// What the fuzz targets of readers share. libFuzzer calls LLVMFuzzerTestOneInput with one
// input after the other; a crash, a sanitizer's finding or abort() ends it and leaves the
// input in a file.
#ifndef FUZZ_PARSERS_H
#define FUZZ_PARSERS_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// A copy in a block that is no larger than the data and the zero byte that readers may
// count on, so that a byte read behind it is found. To be freed with bytes_release().
struct bytes parsers_copy(const uint8_t* data, size_t size);

// For readers that take a path: fopen (--wrap of the linker) opens what parsers_file
// holds, a copy of the input, if the name is INPUT_FILE or begins so.
#define INPUT_FILE "the input"
extern struct bytes parsers_file;

// Fails unless these are finite.
void parsers_expect_finite(const float* values, int count);

#endif
