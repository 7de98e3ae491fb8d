// SPDX-License-Identifier: MIT
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"

#if !defined(O_CLOEXEC)
#define O_CLOEXEC 0
#endif

enum { LEAST_READ_BYTES = 1 << 16, MOST_READ_BYTES = 1 << 30 };

bool input_is_standard(const char* path)
{
    return !path || strcmp(path, "-") == 0;
}

const char* input_name(const char* path)
{
    return input_is_standard(path) ? "standard input" : path;
}

// A regular file tells its size, which saves growing the memory step by step.
static bool reserve_for(int file, struct bytes* out)
{
    struct stat about;
    size_t expected = LEAST_READ_BYTES;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        expected += (size_t)about.st_size;
    return bytes_reserve(out, expected);
}

bool input_read_piece(int file, const char* name, size_t most, struct bytes* out,
                      size_t* got)
{
    if (!bytes_reserve(out, most))
        return false;
    ssize_t count;
    do
        count = read(file, out->at + out->count,
                     most < MOST_READ_BYTES ? (unsigned)most : MOST_READ_BYTES);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return complain("cannot read %s: %s", name, strerror(errno));
    out->count += (size_t)count;
    out->at[out->count] = '\0';
    *got = (size_t)count;
    return true;
}

bool input_open(const char* path, int* file)
{
    *file = STDIN_FILENO;
    if (!input_is_standard(path))
        *file = open(path, O_RDONLY | O_CLOEXEC);
    return *file >= 0 || complain("cannot open %s: %s", path, strerror(errno));
}

void input_close(const char* path, int file)
{
    if (!input_is_standard(path))
        close(file);
}

uint64_t input_size(const char* path)
{
    struct stat about;
    bool there = input_is_standard(path) ? fstat(STDIN_FILENO, &about) == 0
                                         : stat(path, &about) == 0;
    return there && S_ISREG(about.st_mode) && about.st_size > 0 ? (uint64_t)about.st_size
                                                                : 0;
}

bool input_read(const char* path, struct bytes* out)
{
    int file;
    size_t got = 1;
    if (!input_open(path, &file))
        return false;
    const char* name = input_name(path);
    bool good = reserve_for(file, out);
    while (good && got > 0) {
        size_t room = out->room > out->count + 1 ? out->room - out->count - 1 : 0;
        good = input_read_piece(
            file, name, room > LEAST_READ_BYTES ? room : LEAST_READ_BYTES, out, &got);
    }
    input_close(path, file);
    return good;
}
