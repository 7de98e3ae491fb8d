// SPDX-License-Identifier: MIT
#if defined(__linux__)
#define _GNU_SOURCE // O_TMPFILE
#endif
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 30 };

// Where the system makes no nameless files: no signal may come before the name is gone.
static int open_and_unlink(const char* folder)
{
    char name[PATH_MAX];
    sigset_t all, before;
    int length = snprintf(name, sizeof name, "%s/glsort-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int file = mkstemp(name);
    int reason = errno;
    if (file >= 0)
        unlink(name);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    if (file >= 0)
        fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

int temporary_open(const char* folder)
{
#if defined(O_TMPFILE)
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, S_IRUSR | S_IWUSR);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return file;
#endif
    return open_and_unlink(folder);
}

const char* temporary_folder(void)
{
    const char* folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

bool temporary_write(int file, const void* data, size_t bytes)
{
    const char* from = data;
    while (bytes > 0) {
        ssize_t done = write(file, from, bytes < MOST_BYTES ? bytes : MOST_BYTES);
        if (done < 0 && errno == EINTR)
            continue;
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
    while (bytes > 0) {
        errno = 0;
        ssize_t done =
            pread(file, to, bytes < MOST_BYTES ? bytes : MOST_BYTES, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        to += done;
        at += (uint64_t)done;
        bytes -= (size_t)done;
    }
    return true;
}

void temporary_expect(int file, uint64_t at, uint64_t bytes)
{
#if defined(POSIX_FADV_WILLNEED)
    posix_fadvise(file, (off_t)at, (off_t)bytes, POSIX_FADV_WILLNEED);
#else
    (void)file;
    (void)at;
    (void)bytes;
#endif
}
