// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "read_result.h"

FILE* read_open(const char* path, uint64_t* bytes, struct read_result* failure)
{
    struct stat status;
    const bool is_there = stat(path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        *failure = read_failure(S_ISDIR(status.st_mode)
                                    ? "it is a folder"
                                    : "it is not a file whose length is known");
        return NULL;
    }
    FILE* file = fopen(path, "rb");
    if (!file) {
        *failure = read_failure("it cannot be opened (%s)", strerror(errno));
        return NULL;
    }
    const long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length < 0 || fseek(file, 0, SEEK_SET) != 0) {
        *failure = read_failure("it is not a file whose length is known");
        fclose(file);
        return NULL;
    }
    *bytes = (uint64_t)length;
    return file;
}
