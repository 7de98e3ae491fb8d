// SPDX-License-Identifier: MIT
// The keys of all input files, one after another, read piece by piece.
#ifndef KEY_SOURCE_H
#define KEY_SOURCE_H

#include "key_list.h"
#include "options.h"

struct key_source {
    const struct options* options;
    glsort_key type; // of all keys
    uint64_t bytes_read;
    uint64_t bytes_known; // of all files; 0: one of them does not tell
    bool ended;           // all keys are read
    enum file_format first_format;
    struct text_survey text;

    // The file that is open.
    int number; // in options->files
    int file;   // -1: none
    const char* name;
    enum file_format format;
    struct npy_header header;
    uint64_t given;    // bytes after the header that were read
    uint64_t npy_left; // keys
    struct bytes data; // read, and not yet turned into keys from `at` on
    size_t at;
    bool file_ended;
};

// Opens the first file; an .npy file says the type. False, with a sentence printed, if it
// cannot; key_source_close() is fine then, too.
bool key_source_open(struct key_source* s, const struct options* o);
// Also says how many numbers of text were rounded.
void key_source_close(struct key_source* s);

// Appends keys to k, of s->type, until it has `most` or all are read.
bool key_source_read(struct key_source* s, struct keys* k, uint32_t most);

#endif
