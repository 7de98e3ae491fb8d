// SPDX-License-Identifier: MIT
// Output that is complete or not there: a file is written under a temporary name beside
// the final one and renamed at the end.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "bytes.h"

struct output {
    int file;
    bool renames; // a temporary file stands for the final one
    char* path;   // the final name; NULL for standard output
    char* temporary;
};

// Opens the output early, so that a bad path is known before the work. NULL or "-" is
// standard output; what exists and is no regular file (a pipe, a device) is written to
// directly. A symbolic link is followed.
bool output_open(struct output* o, const char* path);

bool output_write(struct output* o, const struct bytes* data);

// Gives the file its final name and closes.
bool output_commit(struct output* o);

// Closes and removes what was written. Fine after commit and after a failed open.
void output_discard(struct output* o);

// open, write, commit.
bool output_file(const char* path, const struct bytes* data);

#endif
