// SPDX-License-Identifier: MIT
// What the readers of files report.
#ifndef DEMO_READ_RESULT_H
#define DEMO_READ_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct read_result {
    bool ok;
    uint32_t listed;   // elements that the file announces
    uint32_t damaged;  // elements left out since their bytes are missing or make no sense
    uint32_t unplaced; // elements left out since they have no position, or no shape
    bool omits_rest;   // colours change with the direction of view, which is not read
    double origin[3];  // in the file's coordinates: positions are relative to it
    char sentence[320]; // why it failed, without the file's name; empty if ok
};

// A failure with this sentence, in the format of printf.
struct read_result read_failure(const char* format, ...);

// Opens a file at its beginning, of *bytes bytes. NULL with a failure: also if it is a
// folder, or a pipe, which could be read only once and may wait for a writer forever.
FILE* read_open(const char* path, uint64_t* bytes, struct read_result* failure);

#endif
