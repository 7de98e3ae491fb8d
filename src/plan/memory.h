// SPDX-License-Identifier: MIT
// Host memory through the caller's allocator, and the error sentence of a call.
#ifndef GLSORT_MEMORY_H
#define GLSORT_MEMORY_H

#include <stddef.h>

#include <glsort/glsort.h>

// Returns *wanted, or malloc and free if it is all zero.
glsort_allocator glsort_memory_allocator(const glsort_allocator* wanted);

// Returns zeroed memory, or NULL. bytes > 0.
void* glsort_memory_take(const glsort_allocator* allocator, size_t bytes);
// block may be NULL.
void glsort_memory_give(const glsort_allocator* allocator, void* block, size_t bytes);

// The last error of a context, of a plan without one, or of a creation that failed.
struct message {
    char text[512];
};

// Writes the sentence and returns the code, so that failing is one line.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
glsort_result
glsort_message_fail(struct message* m, glsort_result code, const char* format, ...);

// The public function that the caller has called, and where its error sentence goes.
struct call {
    const char* name;
    struct message* message;
};

// glsort_message_fail() with a sentence that begins with the name of the call.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
glsort_result
glsort_call_fail(const struct call* call, glsort_result code, const char* format, ...);

// Copies the sentence to a descriptor's buffer, truncated to its size. buffer may be
// NULL.
void glsort_message_copy(const struct message* m, char* buffer, size_t bytes);

#endif
