// SPDX-License-Identifier: MIT
// The same for Windows, which deletes the file when it is closed, also by the end of the
// program.
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 30, MOST_FILES = 1000 };

// The first name that is free. (_tempnam prefers the folder of the environment.)
int temporary_open(const char* folder)
{
    const int flags =
        _O_RDWR | _O_BINARY | _O_CREAT | _O_EXCL | _O_TEMPORARY | _O_NOINHERIT;
    char name[FILENAME_MAX];
    int file = -1;
    errno = EEXIST;
    for (int i = 0; file < 0 && errno == EEXIST && i < MOST_FILES; i++) {
        int length =
            snprintf(name, sizeof name, "%s/glsort-%d-%d.tmp", folder, _getpid(), i);
        if (length < 0 || (size_t)length >= sizeof name) {
            errno = ENAMETOOLONG;
            return -1;
        }
        file = _open(name, flags, _S_IREAD | _S_IWRITE);
    }
    return file;
}

const char* temporary_folder(void)
{
    const char* folder = getenv("TMP");
    return folder && *folder ? folder : ".";
}

bool temporary_write(int file, const void* data, size_t bytes)
{
    const char* from = data;
    while (bytes > 0) {
        int done =
            _write(file, from, (unsigned)(bytes < MOST_BYTES ? bytes : MOST_BYTES));
        if (done < 0)
            return false;
        from += done;
        bytes -= (size_t)done;
    }
    return true;
}

bool temporary_read_at(int file, uint64_t at, void* data, size_t bytes)
{
    char* to = data;
    if (_lseeki64(file, (long long)at, SEEK_SET) < 0)
        return false;
    while (bytes > 0) {
        errno = 0;
        int done = _read(file, to, (unsigned)(bytes < MOST_BYTES ? bytes : MOST_BYTES));
        if (done <= 0)
            return false;
        to += done;
        bytes -= (size_t)done;
    }
    return true;
}

void temporary_expect(int file, uint64_t at, uint64_t bytes)
{
    (void)file;
    (void)at;
    (void)bytes;
}
