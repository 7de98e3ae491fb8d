// SPDX-License-Identifier: MIT
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* allocate_default(void* user, size_t bytes)
{
    (void)user;
    return malloc(bytes);
}

static void release_default(void* user, void* block, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(block);
}

glsort_allocator glsort_memory_allocator(const glsort_allocator* wanted)
{
    if (wanted->allocate != NULL)
        return *wanted;
    return (glsort_allocator){.allocate = allocate_default, .release = release_default};
}

void* glsort_memory_take(const glsort_allocator* allocator, size_t bytes)
{
    void* block = allocator->allocate(allocator->user, bytes);
    if (block != NULL)
        memset(block, 0, bytes);
    return block;
}

void glsort_memory_give(const glsort_allocator* allocator, void* block, size_t bytes)
{
    if (block != NULL)
        allocator->release(allocator->user, block, bytes);
}

glsort_result glsort_message_fail(struct message* m, glsort_result code,
                                  const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->text, sizeof m->text, format, arguments);
    va_end(arguments);
    return code;
}

glsort_result glsort_call_fail(const struct call* call, glsort_result code,
                               const char* format, ...)
{
    struct message* m = call->message;
    int used = snprintf(m->text, sizeof m->text, "%s: ", call->name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->text + used, sizeof m->text - (size_t)used, format, arguments);
    va_end(arguments);
    return code;
}

void glsort_message_copy(const struct message* m, char* buffer, size_t bytes)
{
    if (buffer != NULL && bytes > 0)
        snprintf(buffer, bytes, "%s", m->text);
}
