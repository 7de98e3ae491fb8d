// SPDX-License-Identifier: MIT
// Text of unknown origin (file names, arguments, contents of files) on its way to a
// terminal, which obeys the control characters that it is sent.
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stdio.h>

// Writes the text with each control character, line feeds included, and each byte that is
// no UTF-8 as an escape: "\n", "\t" or "\x1b". The rest is written as it is.
void print_masked(FILE* to, const char* text);

#endif
