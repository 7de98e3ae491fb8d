// SPDX-License-Identifier: MIT
// The reader of tuning tables. The input is the text of one, given to a new context whose
// GL has no entry points: a table that is wrong is refused with a sentence about it, a
// right one lets the creation fail for want of GL.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort.h>

#include "parsers.h"

static glsort_proc find_nothing(void* user, const char* name)
{
    (void)user;
    (void)name;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    char message[256] = "";
    struct bytes text = parsers_copy(data, size);
    glsort_context* context = NULL;
    glsort_context_desc desc = {
        .get_proc = find_nothing,
        .message = message,
        .message_bytes = sizeof message,
        .table = text.at,
    };
    glsort_result result = glsort_context_create(&desc, &context);
    bool is_refused =
        result == GLSORT_ERROR_ARGUMENT && strstr(message, "the table") != NULL;
    if ((result != GLSORT_ERROR_LOADER && !is_refused) || context != NULL)
        abort();
    bytes_release(&text);
    return 0;
}
