// SPDX-License-Identifier: MIT
#include "read_result.h"

#include <stdarg.h>

struct read_result read_failure(const char* format, ...)
{
    struct read_result result = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(result.sentence, sizeof result.sentence, format, args);
    va_end(args);
    return result;
}
