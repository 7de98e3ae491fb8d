// SPDX-License-Identifier: MIT
// Writes keys in a file format, piece by piece.
#ifndef KEY_SINK_H
#define KEY_SINK_H

#include "key_list.h"
#include "options.h"
#include "output.h"

struct key_sink {
    struct output* output;
    enum file_format format;
    glsort_key type; // positions are keys of u64
    struct bytes data;
};

// The format that an option names, otherwise that of the file name, otherwise that of the
// first input.
enum file_format key_sink_format(const struct options* o, enum file_format input);

// Writes what comes before `count` keys. Each is false, with a sentence printed, if it
// fails.
bool key_sink_open(struct key_sink* s, struct output* output, enum file_format format,
                   glsort_key type, uint64_t count);
bool key_sink_write(struct key_sink* s, const uint32_t* bits, uint64_t count);
// Fine after a failed open.
void key_sink_close(struct key_sink* s);

#endif
