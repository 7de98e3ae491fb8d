// SPDX-License-Identifier: MIT
// The picture that the demo writes: two halves on a background, with labels, as a PNG.
#ifndef DEMO_IMAGE_H
#define DEMO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IMAGE_SAMPLES = 2 }; // pixels of a drawing per pixel of the picture, each way

struct image {
    uint8_t* rgb; // the top row first
    uint32_t width;
    uint32_t height;
};

bool image_create(struct image* image, uint32_t width, uint32_t height);
void image_free(struct image* image);

// Puts a drawing (premultiplied RGBA, side * side, the lowest row first) over the
// background of the square [left, left + height), scaled down by IMAGE_SAMPLES. A drawing
// larger than the square is cut evenly at its edges.
void image_put(struct image* image, uint32_t left, uint32_t width, const uint8_t* drawing,
               uint32_t side);

// Fills a rectangle; alpha 0..255.
void image_fill(struct image* image, uint32_t x, uint32_t y, uint32_t width,
                uint32_t height, const uint8_t rgb[3], uint8_t alpha);

// Writes a line of text with its top left corner at x, y.
void image_text(struct image* image, uint32_t x, uint32_t y, uint32_t scale,
                const char* text);
uint32_t image_text_width(uint32_t scale, const char* text);

// Writes the PNG beside its final name first, so that no half picture is ever found
// there. False and a sentence on failure.
bool image_write_png(const struct image* image, const char* path, char* message,
                     size_t message_bytes);

#endif
