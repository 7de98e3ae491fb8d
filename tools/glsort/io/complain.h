// SPDX-License-Identifier: MIT
// How the program reports that something failed: one sentence on standard error.
#ifndef COMPLAIN_H
#define COMPLAIN_H

#include <stdbool.h>

// Prints "glsort: ", the sentence, masked by print_masked, and a line feed. Always false,
// for callers to return.
__attribute__((format(printf, 1, 2))) bool complain(const char* format, ...);

// The same for what is not a failure, with "glsort: warning: " in front.
__attribute__((format(printf, 1, 2))) void warn(const char* format, ...);

bool complain_of_memory(void);

#endif
