// SPDX-License-Identifier: MIT
#include "waterfall_image.h"

#include <stdlib.h>
#include <string.h>

#include "palette.h"

// Bands of at least so many rows have room for a dark line at their end, and for a part
// that shows digits.
enum { ROOMY_BAND = 8 };

// In half bands: a pass that moves elements is worth two.
static uint32_t weight(const struct record* record, uint32_t p)
{
    return p == 0 || record->passes[p].moved > 0 ? 2 : 1;
}

// Shares the rows out; every order has at least one.
static void lay_bands(struct waterfall_image* image, const struct record* record,
                      uint32_t height)
{
    uint32_t orders = record->pass_count + 1, weights = 0, before = 0, first = 0;
    for (uint32_t p = 0; p < orders; ++p)
        weights += weight(record, p);
    for (uint32_t p = 0; p < orders; ++p) {
        before += weight(record, p);
        uint32_t end = (uint32_t)((uint64_t)height * before / weights);
        end = end > first ? end : first + 1;
        image->bands[p] = (struct waterfall_band){first, end - first, 0};
        first = end;
    }
    image->height = first;
    image->band_count = orders;
}

uint32_t waterfall_place(uint32_t width, uint32_t rows, uint32_t count, uint32_t column,
                         uint32_t row)
{
    uint64_t pixel = (uint64_t)column * rows + row, pixels = (uint64_t)width * rows;
    return (uint32_t)((2 * pixel + 1) * count / (2 * pixels));
}

// What a band shows: colours of the elements above, and of their digits below.
struct paints {
    uint8_t* ranks; // RGBA of each element
    uint8_t* digits;
};

// Level counts the digits of 8 bits from 1.
static bool shows_digit(const struct record* record, uint32_t p)
{
    return record->info.algorithm == GLSORT_ALGORITHM_RADIX && p > 0 &&
           record->passes[p].moved > 0 && record->passes[p].level > 0;
}

static void color_digits(const struct record* record, uint32_t p, uint8_t* colors)
{
    uint32_t shift = 8 * (record->passes[p].level - 1);
    for (uint32_t i = 0; i < record->count; ++i) {
        uint32_t digit = shift < 32 ? record->keys[i] >> shift & 255 : 0;
        palette_key((float)digit / 255.0f, colors + 4 * (size_t)i);
    }
}

static void paint_rows(struct waterfall_image* image, const struct waterfall_band* rows,
                       const uint32_t* order, uint32_t count, const uint8_t* colors)
{
    for (uint32_t row = 0; row < rows->rows; ++row) {
        uint8_t* to = image->rgba + 4 * (size_t)(rows->first + row) * image->width;
        for (uint32_t x = 0; x < image->width; ++x, to += 4) {
            uint32_t place = waterfall_place(image->width, rows->rows, count, x, row);
            memcpy(to, colors + 4 * (size_t)order[place], 4);
        }
    }
}

static void paint_band(struct waterfall_image* image, const struct record* record,
                       uint32_t p, const struct paints* paints)
{
    const uint32_t* order = record_order(record, p);
    struct waterfall_band keys = image->bands[p];
    keys.rows -= keys.rows >= ROOMY_BAND && p + 1 < image->band_count; // a dark line
    if (shows_digit(record, p) && keys.rows >= ROOMY_BAND) {
        struct waterfall_band digits = {.rows = keys.rows / 3};
        image->bands[p].digit_rows = digits.rows;
        keys.rows -= digits.rows;
        digits.first = keys.first + keys.rows;
        color_digits(record, p, paints->digits);
        paint_rows(image, &digits, order, record->count, paints->digits);
    }
    paint_rows(image, &keys, order, record->count, paints->ranks);
}

static bool open_paints(struct paints* paints, const struct record* record)
{
    size_t bytes = 4 * (size_t)record->count;
    uint32_t last = record->count > 1 ? record->count - 1 : 1;
    *paints = (struct paints){malloc(bytes), malloc(bytes)};
    if (!paints->ranks || !paints->digits)
        return false;
    memset(paints->ranks, 255, bytes); // all opaque
    memset(paints->digits, 255, bytes);
    for (uint32_t i = 0; i < record->count; ++i)
        palette_key((float)record->ranks[i] / (float)last, paints->ranks + 4 * (size_t)i);
    return true;
}

bool waterfall_image_create(struct waterfall_image* image, const struct record* record,
                            uint32_t width, uint32_t height)
{
    struct paints paints;
    *image = (struct waterfall_image){.width = width};
    image->bands = calloc(record->pass_count + 1, sizeof *image->bands);
    if (image->bands)
        lay_bands(image, record, height);
    image->rgba = malloc(4 * (size_t)width * (image->height + 1));
    bool ok = open_paints(&paints, record) && image->bands && image->rgba;
    for (size_t i = 0; ok && i < (size_t)width * image->height; ++i)
        memcpy(image->rgba + 4 * i, (const uint8_t[4]){14, 16, 24, 255}, 4);
    for (uint32_t p = 0; ok && p < image->band_count; ++p)
        paint_band(image, record, p, &paints);
    free(paints.ranks);
    free(paints.digits);
    if (!ok)
        waterfall_image_free(image);
    return ok;
}

void waterfall_image_free(struct waterfall_image* image)
{
    free(image->rgba);
    free(image->bands);
    *image = (struct waterfall_image){0};
}
