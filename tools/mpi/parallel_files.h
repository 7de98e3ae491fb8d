// SPDX-License-Identifier: MIT
// Files of keys that all ranks read and write at once, by MPI-IO.
#ifndef PARALLEL_FILES_H
#define PARALLEL_FILES_H

#include "job.h"
#include "replacement.h"
#include "shard.h"

// Reads this rank's part: keys in the order of the file. s->type is that of text and raw
// keys; an .npy file says its own. Collective; false, with a sentence printed once, if it
// fails.
bool parallel_read(const struct job* job, const char* path, enum file_format format,
                   struct shard* s);

struct parallel_output {
    struct replacement replacement; // of rank 0; others only guard its temporary file
    const char* path;
    char name[PATH_MAX]; // of the temporary file
};

// Opens the file before the work begins. parallel_close() is fine after failures, too.
bool parallel_open(const struct job* job, const char* path, struct parallel_output* out);
// Writes the keys of all ranks, or their positions if there are any, all or nothing. Both
// are collective; false, with a sentence printed once, if they fail.
bool parallel_write(const struct job* job, struct parallel_output* out,
                    enum file_format format, const struct shard* s);
void parallel_close(struct parallel_output* out);

#endif
