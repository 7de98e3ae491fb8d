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

static bool read_all(int file, const char* name, struct bytes* out)
{
    if (!reserve_for(file, out))
        return false;
    for (;;) {
        if (!bytes_reserve(out, LEAST_READ_BYTES))
            return false;
        size_t room = out->room - out->count - 1;
        unsigned wanted = room < MOST_READ_BYTES ? (unsigned)room : MOST_READ_BYTES;
        ssize_t got = read(file, out->at + out->count, wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return complain("cannot read %s: %s", name, strerror(errno));
        out->count += (size_t)got;
        out->at[out->count] = '\0';
        if (got == 0)
            return true;
    }
}

bool input_read(const char* path, struct bytes* out)
{
    if (input_is_standard(path))
        return read_all(STDIN_FILENO, input_name(path), out);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return complain("cannot open %s: %s", path, strerror(errno));
    bool read = read_all(file, path, out);
    close(file);
    return read;
}
