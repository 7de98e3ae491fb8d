// SPDX-License-Identifier: MIT
// A buffer or texture of the caller's, and beside it, on the CPU, what every word of it
// should hold. It starts as guard words from end to end, each different; inputs are put
// among them. A call may change what it was asked to write and nothing else.
#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "fuzz_gl.h"

struct fuzz_memory {
    const struct fuzz_gl* gl;
    GLuint name;
    uint32_t width;         // texture: in texels; 0: a buffer
    uint32_t element_words; // texture: of a texel: 1, 2 or 4
    size_t words;
    uint32_t* expected;
};

// Fails the case if the host has no memory. Never NULL.
void* fuzz_take(size_t bytes);

void fuzz_memory_open_buffer(struct fuzz_memory* m, const struct fuzz_gl* gl,
                             size_t words);
void fuzz_memory_open_texture(struct fuzz_memory* m, const struct fuzz_gl* gl,
                              uint32_t element_words, uint32_t width, uint32_t rows);
void fuzz_memory_close(struct fuzz_memory* m);

// Makes these words what is expected; fuzz_memory_upload then makes it so.
void fuzz_memory_expect(struct fuzz_memory* m, size_t first, const uint32_t* words,
                        size_t count);
void fuzz_memory_upload(const struct fuzz_memory* m);
// All words as they are now; to be freed.
uint32_t* fuzz_memory_read(const struct fuzz_memory* m);
// Expects these words to stay as they are now: after a call that may write what it likes.
void fuzz_memory_adopt(struct fuzz_memory* m, size_t first, size_t count);

// The first word that is not as expected, if there is one.
struct fuzz_wrong {
    bool found;
    size_t at;
    uint32_t is;
    uint32_t expected;
};

struct fuzz_wrong fuzz_memory_compare(const struct fuzz_memory* m);

#endif
