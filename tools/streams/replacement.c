// SPDX-License-Identifier: MIT
#include "replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// As many links in a row as Linux follows.
enum { MOST_LINKS = 40, MOST_PENDING = 4 };

// ---- signals ------------------------------------------------------------------------

// The temporary files that a signal handler must remove. The names are copies: a handler
// may run while another thread frees memory.
static struct {
    char name[PATH_MAX];
    volatile sig_atomic_t is_used;
} pending[MOST_PENDING];

static void remove_pending(int number)
{
    for (int i = 0; i < MOST_PENDING; i++) {
        if (pending[i].is_used)
            unlink(pending[i].name);
    }
    // SA_RESETHAND has restored the default action, which ends the program as soon as
    // this handler returns and the signal is no longer blocked.
    raise(number);
}

// True for signals that leave the program running, or that no handler can catch.
static bool is_harmless(int number)
{
    static const int harmless[] = {SIGCHLD, SIGCONT, SIGURG,  SIGKILL, SIGSTOP,
                                   SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        if (harmless[i] == number)
            return true;
    }
    return false;
}

static int last_signal(void)
{
#ifdef SIGRTMAX
    return SIGRTMAX;
#else
    return 31;
#endif
}

// Handles all signals that would end the program by default, but none that is ignored or
// handled already. sigaction refuses numbers that are not signals, which does no harm.
static void watch_signals(void)
{
    struct sigaction action = {.sa_handler = remove_pending, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int number = 1; number <= last_signal(); number++) {
        struct sigaction old;
        if (!is_harmless(number) && sigaction(number, NULL, &old) == 0 &&
            !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
            sigaction(number, &action, NULL);
    }
}

// Notes the name. Returns the number of its slot, from 1; 0 if there is no room for it.
static int take_slot(const char* name)
{
    if (strlen(name) >= PATH_MAX)
        return 0;
    for (int i = 0; i < MOST_PENDING; i++) {
        if (pending[i].is_used)
            continue;
        strcpy(pending[i].name, name);
        pending[i].is_used = 1;
        return i + 1;
    }
    return 0;
}

// ---- names --------------------------------------------------------------------------

// Bytes of the path up to its last slash, that one included.
static size_t folder_length(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

// The first `length` bytes of the folder and the name; NULL without memory.
static char* join(const char* folder, size_t length, const char* name)
{
    size_t bytes = length + strlen(name) + 1;
    char* joined = malloc(bytes);
    if (joined) {
        memcpy(joined, folder, length);
        strcpy(joined + length, name);
    }
    return joined;
}

// The name at the end of a chain of links that lead to nothing yet; NULL with errno set.
static char* follow_links(const char* path)
{
    char target[PATH_MAX];
    char* name = strdup(path);
    for (int links = 0; name && links < MOST_LINKS; links++) {
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0)
            return name; // no link
        target[length] = '\0';
        char* next = join(name, *target == '/' ? 0 : folder_length(name), target);
        free(name);
        name = next;
    }
    errno = name ? ELOOP : ENOMEM;
    free(name);
    return NULL;
}

// ---- opening ------------------------------------------------------------------------

// A new file gets the permissions that the mask allows, an old one keeps its own.
static void copy_permissions(struct replacement* r, const struct stat* old)
{
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(r->file, old ? old->st_mode & 0777 : 0666 & ~mask) != 0)
        r->mode_error = errno;
}

// A short name in the folder of the final one, which may be as long as names may be.
static bool open_temporary(struct replacement* r, const struct stat* old)
{
    sigset_t all, before;
    r->temporary = join(r->path, folder_length(r->path), ".glsort-XXXXXX");
    if (!r->temporary)
        return false;
    watch_signals();
    // No signal may come between creating the file and noting its name.
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    r->file = mkstemp(r->temporary);
    int reason = errno;
    if (r->file >= 0)
        r->slot = take_slot(r->temporary);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    if (r->file < 0)
        return false;
    fcntl(r->file, F_SETFD, FD_CLOEXEC);
    copy_permissions(r, old);
    return true;
}

// The reason why a file that exists must not be replaced; NULL if it may be.
static const char* refuse_old(const char* path, const struct stat* old)
{
    if (S_ISDIR(old->st_mode))
        return strerror(EISDIR);
    if (!S_ISREG(old->st_mode))
        return NULL;
    if (!(old->st_mode & 0222))
        return "the file is read-only";
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return strerror(errno);
    close(file);
    return NULL;
}

static const char* open_path(struct replacement* r, const char* path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (!exists && (errno != ENOENT || *path == '\0'))
        return strerror(errno);
    const char* reason = exists ? refuse_old(path, &old) : NULL;
    if (reason)
        return reason;
    r->path = exists ? realpath(path, NULL) : follow_links(path);
    if (!r->path)
        return strerror(errno);
    if (!exists || S_ISREG(old.st_mode))
        return open_temporary(r, exists ? &old : NULL) ? NULL : strerror(errno);
    r->file = open(path, O_WRONLY | O_CLOEXEC);
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

void replacement_guard(struct replacement* r, const char* temporary)
{
    *r = (struct replacement){.file = -1};
    watch_signals();
    r->slot = take_slot(temporary);
}

// ---- closing ------------------------------------------------------------------------

const char* replacement_name(const struct replacement* r)
{
    return r->temporary ? r->temporary : r->path;
}

static void forget(struct replacement* r)
{
    if (r->slot > 0)
        pending[r->slot - 1].is_used = 0;
    free(r->path);
    free(r->temporary);
    *r = (struct replacement){.file = -1};
}

const char* replacement_keep(struct replacement* r)
{
    // close reports a full disk that write did not see, as on a network file system.
    bool good = r->file < 0 || close(r->file) == 0;
    r->file = -1;
    good = good && (!r->temporary || rename(r->temporary, r->path) == 0);
    const char* reason = good ? NULL : strerror(errno);
    if (good)
        forget(r);
    else
        replacement_discard(r);
    return reason;
}

void replacement_discard(struct replacement* r)
{
    if (r->path && r->file >= 0)
        close(r->file);
    if (r->temporary)
        unlink(r->temporary);
    forget(r);
}
