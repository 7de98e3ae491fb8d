// SPDX-License-Identifier: MIT
#include "key_files.h"

#include <string.h>
#include <strings.h>

#include "input.h"

static bool ends_with(const char* path, const char* end)
{
    size_t length = strlen(path);
    size_t end_length = strlen(end);
    return length >= end_length && strcasecmp(path + length - end_length, end) == 0;
}

enum file_format format_of_name(const char* path)
{
    if (input_is_standard(path))
        return FORMAT_BY_NAME;
    if (ends_with(path, ".npy"))
        return FORMAT_NPY;
    if (ends_with(path, ".raw") || ends_with(path, ".bin"))
        return FORMAT_RAW;
    return ends_with(path, ".txt") ? FORMAT_TEXT : FORMAT_BY_NAME;
}

bool read_keys(struct keys* k, const char* path, enum file_format format)
{
    struct bytes data = {0};
    const char* name = input_name(path);
    bool good = input_read(path, &data);
    if (good && format != FORMAT_RAW && keys_are_npy(data.at, data.count))
        format = FORMAT_NPY;
    if (good)
        good = format == FORMAT_NPY   ? keys_from_npy(k, name, &data)
               : format == FORMAT_RAW ? keys_from_raw(k, name, &data)
                                      : keys_from_text(k, name, &data);
    bytes_release(&data);
    return good;
}
