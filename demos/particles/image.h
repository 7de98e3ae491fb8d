// SPDX-License-Identifier: MIT
// Pictures as files.
#ifndef DEMO_IMAGE_H
#define DEMO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes a PNG of RGBA pixels, the top row first, without their alpha. It is written
// beside its final name first, so that no half picture is ever found there. False and a
// sentence on failure.
bool image_write_png(const char* path, int width, int height, const uint8_t* rgba,
                     char* message, size_t message_bytes);

#endif
