// SPDX-License-Identifier: MIT
// A file that is written where `sort -o` writes, but only once it is complete. Until then
// it has a temporary name of its own, so that several programs can write one file at a
// time, and is removed if a signal ends the program. Then it takes the place of the old
// file, or is copied into it where it cannot stand for it: if that one has another owner
// or group, attributes or further links, is mounted, or is in a folder where no file may
// be made.
#ifndef REPLACEMENT_H
#define REPLACEMENT_H

#include <limits.h>
#include <stdbool.h>

struct replacement {
    int file;        // open for writing; -1: closed
    char* path;      // the final name, with symbolic links followed
    char* temporary; // NULL: the final name is written to directly
    int slot;        // among the files that a signal removes, from 1; 0: none
    bool in_place;   // the file is copied to its name, not moved there
    char reason[PATH_MAX + 128];
};

// Opens the file that a write to the path would reach: links are followed, even if there
// is nothing yet at their end. What exists but is not a regular file (a pipe, a device)
// is written to directly. A file that exists must be one that may be written to.
//
// NULL, or the reason why it cannot be written; then there is nothing to discard.
const char* replacement_open(struct replacement* r, const char* path);

// Lets a signal that ends this program remove the temporary file of another one, which
// may have been killed. Until replacement_discard(). Not on Windows, which has no such
// signals.
void replacement_guard(struct replacement* r, const char* temporary);

// The file's current name.
const char* replacement_name(const struct replacement* r);

// Closes the file and gives it its final name. NULL, or the reason why it cannot be done,
// which lasts as long as r; it names the temporary file, which then stays if it is whole.
const char* replacement_keep(struct replacement* r);

// Closes and removes what was written. Fine after any of the calls above, and of a struct
// of zeros.
void replacement_discard(struct replacement* r);

#endif
