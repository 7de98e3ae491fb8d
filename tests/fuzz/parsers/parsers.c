// SPDX-License-Identifier: MIT
// In the stead of tools/glsort/io/complain.c: sentences are formatted and must say
// something, but are not printed.
#include "parsers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"

struct bytes parsers_copy(const uint8_t* data, size_t size)
{
    char* copy = malloc(size + 1);
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = '\0';
    return (struct bytes){.at = copy, .count = size, .room = size + 1};
}

struct bytes parsers_file;

// Of the linker (--wrap=fopen).
FILE* __real_fopen(const char* name, const char* mode);
FILE* __wrap_fopen(const char* name, const char* mode);

FILE* __wrap_fopen(const char* name, const char* mode)
{
    if (strncmp(name, INPUT_FILE, strlen(INPUT_FILE)) == 0)
        return fmemopen(parsers_file.at, parsers_file.count, mode);
    return __real_fopen(name, mode);
}

void parsers_expect_finite(const float* values, int count)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(values[i]))
            abort();
}

bool complain(const char* format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length <= 0)
        abort();
    return false;
}

bool complain_of_memory(void)
{
    return complain("out of memory");
}
