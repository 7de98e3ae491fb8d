// SPDX-License-Identifier: MIT
#include "waterfall_image.h"

#include <stdlib.h>
#include <string.h>

#include "palette.h"

// Rows of a band that a dark line parts from the next one; below it there is no room.
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
        image->bands[p] = (struct waterfall_band){first, end - first};
        first = end;
    }
    image->height = first;
    image->band_count = orders;
}

uint32_t waterfall_place(const struct waterfall_image* image,
                         const struct waterfall_band* band, uint32_t count,
                         uint32_t column, uint32_t row)
{
    uint64_t pixel = (uint64_t)column * band->rows + row;
    uint64_t pixels = (uint64_t)image->width * band->rows;
    return (uint32_t)((2 * pixel + 1) * count / (2 * pixels));
}

static void paint_band(struct waterfall_image* image, const struct record* record,
                       uint32_t p, const uint8_t* colors)
{
    // The line takes the band's last row, so a sorted band has it too.
    static const uint8_t line[4] = {14, 16, 24, 255};
    const struct waterfall_band* band = &image->bands[p];
    const uint32_t* order = record_order(record, p);
    uint32_t lines = band->rows >= ROOMY_BAND && p + 1 < image->band_count;
    struct waterfall_band shown = {band->first, band->rows - lines};
    for (uint32_t row = 0; row < band->rows; ++row) {
        uint8_t* to = image->rgba + 4 * (size_t)(band->first + row) * image->width;
        for (uint32_t x = 0; x < image->width; ++x, to += 4) {
            const uint8_t* from = line;
            if (row < shown.rows) {
                uint32_t place = waterfall_place(image, &shown, record->count, x, row);
                from = colors + 4 * (size_t)order[place];
            }
            memcpy(to, from, 4);
        }
    }
}

bool waterfall_image_create(struct waterfall_image* image, const struct record* record,
                            uint32_t width, uint32_t height)
{
    *image = (struct waterfall_image){.width = width};
    uint8_t* colors = malloc(4 * (size_t)record->count);
    image->bands = calloc(record->pass_count + 1, sizeof *image->bands);
    if (image->bands)
        lay_bands(image, record, height);
    image->rgba = malloc(4 * (size_t)width * (image->height + 1));
    bool ok = colors && image->bands && image->rgba;
    for (uint32_t i = 0; ok && i < record->count; ++i) {
        uint32_t last = record->count > 1 ? record->count - 1 : 1;
        palette_key((float)record->ranks[i] / (float)last, colors + 4 * (size_t)i);
        colors[4 * (size_t)i + 3] = 255;
    }
    for (uint32_t p = 0; ok && p < image->band_count; ++p)
        paint_band(image, record, p, colors);
    free(colors);
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
