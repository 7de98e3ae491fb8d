// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "input.h"

// The temporary file that a signal must take along. One output is open at a time.
static char* volatile pending;

static void remove_pending(int signal_number)
{
    if (pending)
        unlink(pending);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void)
{
    static const int fatal[] = {SIGHUP, SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
        if (signal(fatal[i], remove_pending) == SIG_IGN)
            signal(fatal[i], SIG_IGN);
    }
}

static const char* name_of(const struct output* o)
{
    return o->path ? o->path : "standard output";
}

// A new file gets the permissions that the mask allows, an old one keeps its own.
static void copy_permissions(int file, const struct stat* old)
{
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file, old ? old->st_mode & 0777 : 0666 & ~mask) != 0)
        warn("cannot set the permissions of the output: %s", strerror(errno));
}

static bool open_temporary(struct output* o, const struct stat* old)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(o->path);
    o->temporary = malloc(length + sizeof suffix);
    if (!o->temporary)
        return complain_of_memory();
    memcpy(o->temporary, o->path, length);
    memcpy(o->temporary + length, suffix, sizeof suffix);
    o->file = mkstemp(o->temporary);
    if (o->file < 0)
        return complain("cannot create %s: %s", o->path, strerror(errno));
    o->renames = true;
    pending = o->temporary;
    watch_signals();
    copy_permissions(o->file, old);
    return true;
}

static bool open_path(struct output* o, const char* path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    o->path = exists ? realpath(path, NULL) : strdup(path);
    if (!o->path)
        return complain("cannot open %s: %s", path, strerror(errno));
    if (exists && S_ISDIR(old.st_mode))
        return complain("cannot write %s: %s", path, strerror(EISDIR));
    if (!exists || S_ISREG(old.st_mode))
        return open_temporary(o, exists ? &old : NULL);
    o->file = open(path, O_WRONLY | O_CLOEXEC);
    return o->file >= 0 || complain("cannot open %s: %s", path, strerror(errno));
}

bool output_open(struct output* o, const char* path)
{
    *o = (struct output){.file = STDOUT_FILENO};
    if (input_is_standard(path))
        return true;
    if (open_path(o, path))
        return true;
    output_discard(o);
    return false;
}

bool output_write(struct output* o, const struct bytes* data)
{
    for (size_t done = 0; done < data->count;) {
        ssize_t wrote = write(o->file, data->at + done, data->count - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return complain("cannot write %s: %s", name_of(o), strerror(errno));
        done += (size_t)wrote;
    }
    return true;
}

static void forget(struct output* o)
{
    pending = NULL;
    free(o->path);
    free(o->temporary);
    *o = (struct output){.file = -1};
}

bool output_commit(struct output* o)
{
    // close tells of a full disk that write did not see, as on a network file system.
    bool closed = !o->path || close(o->file) == 0;
    if (!closed)
        complain("cannot write %s: %s", name_of(o), strerror(errno));
    o->file = -1;
    if (closed && o->renames && rename(o->temporary, o->path) != 0)
        closed = complain("cannot write %s: %s", name_of(o), strerror(errno));
    if (!closed && o->renames)
        unlink(o->temporary);
    forget(o);
    return closed;
}

void output_discard(struct output* o)
{
    if (o->path && o->file >= 0)
        close(o->file);
    if (o->renames)
        unlink(o->temporary);
    forget(o);
}

bool output_file(const char* path, const struct bytes* data)
{
    struct output o;
    if (!output_open(&o, path))
        return false;
    if (output_write(&o, data))
        return output_commit(&o);
    output_discard(&o);
    return false;
}
