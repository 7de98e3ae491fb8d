// SPDX-License-Identifier: MIT
#include "image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// False with errno set.
static bool write_file(const char* temporary, const char* path, int width, int height,
                       const uint8_t* rgb)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)width,
        .height = (png_uint_32)height,
        .format = PNG_FORMAT_RGB,
    };
    FILE* file = fopen(temporary, "wb");
    if (!file)
        return false;
    bool ok = png_image_write_to_stdio(&image, file, 0, rgb, 0, NULL) != 0;
    ok = fclose(file) == 0 && ok;
    ok = ok && rename(temporary, path) == 0;
    if (!ok) {
        int reason = errno;
        remove(temporary);
        errno = reason;
    }
    return ok;
}

bool image_write_png(const char* path, int width, int height, const uint8_t* rgba,
                     char* message, size_t message_bytes)
{
    const size_t pixels = (size_t)width * (size_t)height;
    size_t name_bytes = strlen(path) + sizeof ".unfinished";
    char* temporary = malloc(name_bytes);
    uint8_t* rgb = malloc(pixels * 3);
    bool ok = temporary && rgb;
    errno = ENOMEM;
    if (ok) {
        snprintf(temporary, name_bytes, "%s.unfinished", path);
        for (size_t i = 0; i < pixels; ++i)
            memcpy(rgb + 3 * i, rgba + 4 * i, 3);
        ok = write_file(temporary, path, width, height, rgb);
    }
    if (!ok)
        snprintf(message, message_bytes,
                 "%s cannot be written (%s); choose another --out", path,
                 strerror(errno));
    free(temporary);
    free(rgb);
    return ok;
}
