// SPDX-License-Identifier: MIT
#include "input_file.h"

#include <stdio.h>
#include <string.h>

#include "parsers.h"

static struct bytes input;

// Of the linker (--wrap=fopen).
FILE* __real_fopen(const char* name, const char* mode);
FILE* __wrap_fopen(const char* name, const char* mode);

FILE* __wrap_fopen(const char* name, const char* mode)
{
    const bool is_input = strncmp(name, INPUT_FILE, strlen(INPUT_FILE)) == 0;
    return is_input ? fmemopen(input.at, input.count, mode) : __real_fopen(name, mode);
}

void input_file_set(const uint8_t* data, size_t size)
{
    input = parsers_copy(data, size);
}

void input_file_release(void)
{
    bytes_release(&input);
}
