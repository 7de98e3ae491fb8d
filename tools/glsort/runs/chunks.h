// SPDX-License-Identifier: MIT
// Sorts keys of any number. Chunks that fit the memory are sorted while the next one is
// read and the one before is written to a temporary file; then all are merged. Keys that
// fit the memory at once need no file.
#ifndef CHUNKS_H
#define CHUNKS_H

#include "options.h"
#include "output.h"

// False, with a sentence printed, if it fails.
bool sort_in_chunks(const struct options* o, struct output* out);

#endif
