// SPDX-License-Identifier: MIT
// Output that is complete or not there: standard output, or a file that replaces another.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "bytes.h"
#include "replacement.h"

struct output {
    bool is_standard;
    const char* name; // for sentences; the caller's path
    struct replacement replacement;
};

// Opens the output early, so that a bad path is known before the work. NULL or "-" is
// standard output; replacement_open says how paths are opened.
bool output_open(struct output* o, const char* path);

bool output_write(struct output* o, const struct bytes* data);

// Closes and gives the file its final name.
bool output_commit(struct output* o);

// Closes and removes what was written. Fine after commit and after a failed open.
void output_discard(struct output* o);

#endif
