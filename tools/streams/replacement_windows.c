// SPDX-License-Identifier: MIT
// The same for Windows, which has neither these signals nor permissions: a program that
// is ended leaves the temporary file behind.
#include "replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

static const char suffix[] = ".glsort-XXXXXX";

// What exists and is not a regular file (NUL, a pipe) is written to directly.
static const char* open_path(struct replacement* r, const char* path)
{
    struct _stat64 old;
    bool exists = _stat64(path, &old) == 0;
    if (!exists && (errno != ENOENT || *path == '\0'))
        return strerror(errno);
    if (exists && (old.st_mode & _S_IFDIR))
        return strerror(EISDIR);
    if (exists && !(old.st_mode & _S_IWRITE))
        return "the file is read-only";
    r->path = _strdup(path);
    if (!r->path)
        return strerror(ENOMEM);
    if (exists && !(old.st_mode & _S_IFREG)) {
        r->file = _open(path, _O_WRONLY | _O_BINARY);
        return r->file >= 0 ? NULL : strerror(errno);
    }
    r->temporary = malloc(strlen(path) + sizeof suffix);
    if (!r->temporary)
        return strerror(ENOMEM);
    strcpy(r->temporary, path);
    strcat(r->temporary, suffix);
    if (_mktemp(r->temporary))
        r->file = _open(r->temporary, _O_WRONLY | _O_BINARY | _O_CREAT | _O_EXCL,
                        _S_IREAD | _S_IWRITE);
    return r->file >= 0 ? NULL : strerror(errno);
}

const char* replacement_open(struct replacement* r, const char* path)
{
    *r = (struct replacement){.file = -1};
    const char* reason = open_path(r, path);
    if (reason && r->file < 0) { // there is no temporary file to remove
        free(r->temporary);
        r->temporary = NULL;
    }
    if (reason)
        replacement_discard(r);
    return reason;
}

const char* replacement_name(const struct replacement* r)
{
    return r->temporary ? r->temporary : r->path;
}

static void forget(struct replacement* r)
{
    free(r->path);
    free(r->temporary);
    *r = (struct replacement){.file = -1};
}

const char* replacement_keep(struct replacement* r)
{
    bool good = r->file < 0 || _close(r->file) == 0;
    const char* reason = good ? NULL : strerror(errno);
    r->file = -1;
    if (good && r->temporary &&
        !MoveFileExA(r->temporary, r->path, MOVEFILE_REPLACE_EXISTING)) {
        good = false;
        reason = "Windows cannot replace the file";
    }
    if (good)
        forget(r);
    else
        replacement_discard(r);
    return reason;
}

void replacement_discard(struct replacement* r)
{
    if (r->path && r->file >= 0)
        _close(r->file);
    if (r->temporary)
        _unlink(r->temporary);
    forget(r);
}
