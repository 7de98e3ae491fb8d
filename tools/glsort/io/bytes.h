// SPDX-License-Identifier: MIT
// A growing run of bytes, always followed by a zero that is not counted.
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct bytes {
    char* at;
    size_t count;
    size_t room;
};

// Makes room for `more` bytes after the ones there; says so and is false if it cannot.
bool bytes_reserve(struct bytes* b, size_t more);
void bytes_release(struct bytes* b);

#endif
