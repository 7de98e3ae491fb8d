// SPDX-License-Identifier: MIT
// Pictures as files.
#ifndef DEMO_IMAGE_H
#define DEMO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replacement.h"

// Writes RGBA pixels, the top row first, as a PNG without their alpha, and gives the file
// its final name. NULL, or the reason why it cannot be done; then the caller discards it.
const char* image_write(struct replacement* file, int width, int height,
                        const uint8_t* rgba);

// The same to the file of this name. False and a sentence on failure.
bool image_write_png(const char* path, int width, int height, const uint8_t* rgba,
                     char* message);

#endif
