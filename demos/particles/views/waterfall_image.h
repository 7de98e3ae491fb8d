// SPDX-License-Identifier: MIT
// A whole sort as one image: a band of pixels for each order, the input on top, in the
// colours of the keys' ranks. Made on the CPU, so it is the same pixels everywhere.
#ifndef DEMO_WATERFALL_IMAGE_H
#define DEMO_WATERFALL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"

// The rows of one order. The last ones of a pass of radix sort are coloured by the digit
// that it has sorted by, which says nothing of the rank until the last one.
struct waterfall_band {
    uint32_t first;
    uint32_t rows;
    uint32_t digit_rows; // of them
};

struct waterfall_image {
    uint32_t width;
    uint32_t height;
    uint8_t* rgba; // the top row first
    uint32_t band_count;
    struct waterfall_band* bands; // record->pass_count + 1
};

// As large as asked for; every order gets a row at least, so it may become higher. The
// elements run down each column of a band and then on to the next column: element e of n
// is at column e / (n / width). Where there are more elements than pixels, evenly spaced
// ones are shown. A pass that moves nothing gets half a band. False: out of memory.
bool waterfall_image_create(struct waterfall_image* image, const struct record* record,
                            uint32_t width, uint32_t height);
void waterfall_image_free(struct waterfall_image* image);

// The place of the element that a pixel shows in a rectangle of an order; column below
// width, row below rows.
uint32_t waterfall_place(uint32_t width, uint32_t rows, uint32_t count, uint32_t column,
                         uint32_t row);

#endif
