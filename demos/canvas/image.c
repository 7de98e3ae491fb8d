// SPDX-License-Identifier: MIT
#include "image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "program.h"

// Writes and closes the file. NULL, or the reason why it cannot be done.
static const char* write_file(struct replacement* r, int width, int height,
                              const uint8_t* rgb)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)width,
        .height = (png_uint_32)height,
        .format = PNG_FORMAT_RGB,
    };
    FILE* file = fdopen(r->file, "wb");
    if (!file)
        return strerror(errno);
    r->file = -1; // fclose closes it
    bool ok = png_image_write_to_stdio(&image, file, 0, rgb, 0, NULL) != 0;
    ok = fclose(file) == 0 && ok;
    return ok ? NULL : strerror(errno);
}

const char* image_write(struct replacement* r, int width, int height, const uint8_t* rgba)
{
    const size_t pixels = (size_t)width * (size_t)height;
    uint8_t* rgb = malloc(pixels * 3);
    if (!rgb)
        return strerror(ENOMEM);
    for (size_t i = 0; i < pixels; ++i)
        memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    const char* reason = write_file(r, width, height, rgb);
    free(rgb);
    return reason ? reason : replacement_keep(r);
}

bool image_write_png(const char* path, int width, int height, const uint8_t* rgba,
                     char* message)
{
    struct replacement r;
    const char* reason = replacement_open(&r, path);
    if (!reason)
        reason = image_write(&r, width, height, rgba);
    replacement_discard(&r);
    if (reason)
        program_fail(message, "%s cannot be written (%s); choose another --out", path,
                     reason);
    return !reason;
}
