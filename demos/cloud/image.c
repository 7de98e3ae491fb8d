// SPDX-License-Identifier: MIT
#include "image.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stb/stb_easy_font.h>
#include <stb/stb_image_write.h>

bool image_create(struct image* image, uint32_t width, uint32_t height)
{
    *image = (struct image){calloc((size_t)width * height, 3), width, height};
    return image->rgb != NULL;
}

void image_free(struct image* image)
{
    free(image->rgb);
    *image = (struct image){0};
}

// Water blue, lighter towards the middle: lighter than the darkest points and darker than
// the lightest, so that both stand out.
static void background(float x, float y, float rgb[3])
{
    static const float rim[3] = {20.0f, 28.0f, 44.0f};
    static const float middle[3] = {84.0f, 110.0f, 142.0f};
    float part = 1.0f - (x * x + y * y) / 1.6f;
    part = part < 0.0f ? 0.0f : part;
    for (int c = 0; c < 3; ++c)
        rgb[c] = rim[c] + (middle[c] - rim[c]) * part;
}

// The mean of the drawing's pixels under one pixel of the picture.
static void sample(const uint8_t* drawing, uint32_t side, uint32_t x, uint32_t y,
                   float rgba[4])
{
    for (int c = 0; c < 4; ++c)
        rgba[c] = 0.0f;
    for (uint32_t i = 0; i < IMAGE_SAMPLES * IMAGE_SAMPLES; ++i) {
        uint32_t row = side - 1 - (y * IMAGE_SAMPLES + i / IMAGE_SAMPLES);
        uint32_t column = x * IMAGE_SAMPLES + i % IMAGE_SAMPLES;
        const uint8_t* pixel = drawing + 4 * ((size_t)row * side + column);
        for (int c = 0; c < 4; ++c)
            rgba[c] += (float)pixel[c] / (IMAGE_SAMPLES * IMAGE_SAMPLES);
    }
}

void image_put(struct image* image, uint32_t left, uint32_t width, const uint8_t* drawing,
               uint32_t side)
{
    uint32_t skip_x = (side / IMAGE_SAMPLES - width) / 2;
    uint32_t skip_y = (side / IMAGE_SAMPLES - image->height) / 2;
    for (uint32_t y = 0; y < image->height; ++y) {
        for (uint32_t x = 0; x < width; ++x) {
            float rgba[4], under[3];
            sample(drawing, side, x + skip_x, y + skip_y, rgba);
            background(2.0f * (float)x / (float)width - 1.0f,
                       2.0f * (float)y / (float)image->height - 1.0f, under);
            uint8_t* to = image->rgb + 3 * ((size_t)y * image->width + left + x);
            for (int c = 0; c < 3; ++c) {
                float value = rgba[c] + under[c] * (1.0f - rgba[3] / 255.0f);
                to[c] = (uint8_t)(value > 255.0f ? 255.0f : value + 0.5f);
            }
        }
    }
}

void image_fill(struct image* image, uint32_t x, uint32_t y, uint32_t width,
                uint32_t height, const uint8_t rgb[3], uint8_t alpha)
{
    for (uint32_t row = y; row < y + height && row < image->height; ++row) {
        for (uint32_t column = x; column < x + width && column < image->width; ++column) {
            uint8_t* to = image->rgb + 3 * ((size_t)row * image->width + column);
            for (int c = 0; c < 3; ++c)
                to[c] = (uint8_t)((to[c] * (255 - alpha) + rgb[c] * alpha + 127) / 255);
        }
    }
}

void image_text(struct image* image, uint32_t x, uint32_t y, uint32_t scale,
                const char* text)
{
    // Each quad is four vertices of x, y, z and a colour; the font has rectangles only.
    static float quads[4096][4][4];
    static const uint8_t white[3] = {236, 240, 248};
    char copy[128];
    snprintf(copy, sizeof copy, "%s", text);
    int count = stb_easy_font_print(0.0f, 0.0f, copy, NULL, quads, sizeof quads);
    for (int i = 0; i < count; ++i) {
        float left = quads[i][0][0], top = quads[i][0][1];
        float width = quads[i][2][0] - left, height = quads[i][2][1] - top;
        image_fill(image, x + scale * (uint32_t)left, y + scale * (uint32_t)top,
                   scale * (uint32_t)width, scale * (uint32_t)height, white, 255);
    }
}

uint32_t image_text_width(uint32_t scale, const char* text)
{
    char copy[128];
    snprintf(copy, sizeof copy, "%s", text);
    return scale * (uint32_t)stb_easy_font_width(copy);
}

struct sink {
    FILE* file;
    bool failed;
};

static void write_bytes(void* user, void* data, int size)
{
    struct sink* sink = user;
    if (fwrite(data, 1, (size_t)size, sink->file) != (size_t)size)
        sink->failed = true;
}

bool image_write_png(const struct image* image, const char* path, char* message,
                     size_t message_bytes)
{
    char* temporary = malloc(strlen(path) + sizeof ".unfinished");
    if (!temporary) {
        snprintf(message, message_bytes, "out of memory");
        return false;
    }
    sprintf(temporary, "%s.unfinished", path);
    stbi_write_png_compression_level =
        64; // the longest search for repeats it makes use of
    struct sink sink = {fopen(temporary, "wb"), false};
    bool ok = sink.file != NULL;
    if (ok) {
        ok = stbi_write_png_to_func(write_bytes, &sink, (int)image->width,
                                    (int)image->height, 3, image->rgb,
                                    (int)image->width * 3) != 0;
        ok = fclose(sink.file) == 0 && ok && !sink.failed;
        ok = ok && rename(temporary, path) == 0;
        int reason = errno;
        if (!ok)
            remove(temporary);
        errno = reason;
    }
    if (!ok)
        snprintf(message, message_bytes, "%s cannot be written: %s", path,
                 strerror(errno));
    free(temporary);
    return ok;
}
