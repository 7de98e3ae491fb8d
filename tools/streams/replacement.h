// SPDX-License-Identifier: MIT
// A file that takes the place of another only once it is complete. It is written under a
// temporary name of its own in the same folder, so that several programs can write one
// file at a time, and is removed if a signal ends the program.
#ifndef REPLACEMENT_H
#define REPLACEMENT_H

struct replacement {
    int file;        // open for writing; -1: closed
    char* path;      // the final name, with symbolic links followed
    char* temporary; // NULL: the final name is written to directly
    int slot;        // among the files that a signal removes, from 1; 0: none
    int mode_error;  // errno if the permissions could not be set; 0: they are
};

// Opens the file that a write to the path would reach: links are followed, even if there
// is nothing yet at their end. What exists but is not a regular file (a pipe, a device)
// is written to directly. A regular file that exists must be writable, although it is
// only replaced; if nobody has permission to write to it, it is refused even to root.
//
// NULL, or the reason why it cannot be written; then there is nothing to discard.
const char* replacement_open(struct replacement* r, const char* path);

// Lets a signal that ends this program remove the temporary file of another one, which
// may have been killed. Until replacement_discard(). Not on Windows, which has no such
// signals.
void replacement_guard(struct replacement* r, const char* temporary);

// The file's current name.
const char* replacement_name(const struct replacement* r);

// Closes the file and gives it its final name. NULL, or the reason why it cannot be done;
// what was written is then removed.
const char* replacement_keep(struct replacement* r);

// Closes and removes what was written. Fine after any of the calls above, and of a struct
// of zeros.
void replacement_discard(struct replacement* r);

#endif
