// SPDX-License-Identifier: MIT
#include "image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stb_image_write.h>

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

// False with errno set.
static bool write_file(const char* temporary, const char* path, int width, int height,
                       const uint8_t* rgb)
{
    struct sink sink = {fopen(temporary, "wb"), false};
    if (!sink.file)
        return false;
    bool ok =
        stbi_write_png_to_func(write_bytes, &sink, width, height, 3, rgb, width * 3) != 0;
    ok = fclose(sink.file) == 0 && ok && !sink.failed;
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
