// SPDX-License-Identifier: MIT
#include "complain.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

#include "printable.h"

static void print_sentence(const char* prefix, const char* format, va_list args)
{
    char text[2 * PATH_MAX];
    vsnprintf(text, sizeof text, format, args);
    fputs(prefix, stderr);
    print_masked(stderr, text);
    fputc('\n', stderr);
}

bool complain(const char* format, ...)
{
    va_list args;
    va_start(args, format);
    print_sentence("glsort: ", format, args);
    va_end(args);
    return false;
}

void warn(const char* format, ...)
{
    va_list args;
    va_start(args, format);
    print_sentence("glsort: warning: ", format, args);
    va_end(args);
}

bool complain_of_memory(void)
{
    return complain("out of memory");
}
