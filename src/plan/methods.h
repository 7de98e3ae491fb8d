// SPDX-License-Identifier: MIT
// What each method is: its name, algorithm and backends, and the fields of a descriptor
// that it uses.
#ifndef GLSORT_METHODS_H
#define GLSORT_METHODS_H

#include <stdbool.h>

#include "algorithm.h"

struct method {
    const char* name; // of its first form and of rows of tables
    glsort_algorithm algorithm;
    uint32_t backends; // bits BACKEND_BIT()
    // ABOUT_LOCAL_SIZE, ABOUT_MERGE_SIZE, ABOUT_COUNT_SOURCE: fields that it uses.
    uint32_t uses;
    uint32_t local_size; // defaults of the sizes, if it uses them
    uint32_t merge_size;
    bool blocks_alone; // sorts each block of local_size elements by itself
    bool scatters;     // why it has no fragment passes
};

#define BACKEND_BIT(BACKEND) (1u << (BACKEND))

enum { METHOD_COUNT = GLSORT_METHOD_RADIX_CHAIN + 1 };

// Never NULL. AUTO has a name only.
const struct method* glsort_method_of(glsort_method method);

// The simplest method of an algorithm; AUTO if there is no such algorithm.
glsort_method glsort_method_first(glsort_algorithm algorithm);

#endif
