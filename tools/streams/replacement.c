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
#if defined(__linux__)
#include <sys/xattr.h>
#endif
#include <unistd.h>

#include "temporary.h"

// As many links in a row as Linux follows.
enum { MOST_LINKS = 40, MOST_PENDING = 4, COPY_BYTES = 1 << 16 };

// ---- signals ------------------------------------------------------------------------

// What a signal handler must do with a temporary file: remove it, or, once the file that
// it is copied to is no longer whole, say its name.
enum duty { NONE, REMOVE, SAY };

// The names are copies: a handler may run while another thread frees memory.
static struct {
    char name[PATH_MAX];
    volatile sig_atomic_t duty;
} pending[MOST_PENDING];

static void say(const char* text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; // there is nobody to tell
}

static void end_pending(int number)
{
    for (int i = 0; i < MOST_PENDING; i++) {
        if (pending[i].duty == REMOVE)
            unlink(pending[i].name);
        if (pending[i].duty == SAY) {
            say("the result is in ");
            say(pending[i].name);
            say("\n");
        }
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
    struct sigaction action = {.sa_handler = end_pending, .sa_flags = SA_RESETHAND};
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
        if (pending[i].duty != NONE)
            continue;
        strcpy(pending[i].name, name);
        pending[i].duty = REMOVE;
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

// A short name in the folder, since that of the final one may be as long as names may be.
static bool open_in(struct replacement* r, const char* folder, size_t length)
{
    static const char name[] = "/.glsort-XXXXXX";
    sigset_t all, before;
    bool slash = length == 0 || folder[length - 1] == '/';
    r->temporary = join(folder, length, slash ? name + 1 : name);
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
    if (r->file >= 0)
        return fcntl(r->file, F_SETFD, FD_CLOEXEC) == 0;
    free(r->temporary);
    r->temporary = NULL;
    return false;
}

static bool has_attributes(const char* path)
{
#if defined(__linux__)
    return listxattr(path, NULL, 0) > 0;
#else
    return path == NULL;
#endif
}

// True if the new file has all that the old one has but its contents.
static bool stands_for(const struct replacement* r, const struct stat* old)
{
    struct stat made;
    return old->st_nlink == 1 && !(old->st_mode & 07000) && !has_attributes(r->path) &&
           fstat(r->file, &made) == 0 && made.st_uid == old->st_uid &&
           made.st_gid == old->st_gid && fchmod(r->file, old->st_mode & 0777) == 0;
}

// An open descriptor by its name: others may have it open, too.
static bool is_descriptor(const char* path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/dev/std", 8) == 0 ||
           strncmp(path, "/proc/", 6) == 0;
}

static const char* open_new(struct replacement* r, const char* path)
{
    r->path = follow_links(path);
    if (!r->path || !open_in(r, r->path, folder_length(r->path)))
        return strerror(errno);
    mode_t mask = umask(0);
    umask(mask);
    fchmod(r->file, 0666 & ~mask); // which some file systems cannot
    return NULL;
}

// What is no regular file (a pipe, a device) is written to directly.
static const char* open_old(struct replacement* r, const char* path,
                            const struct stat* old)
{
    const char* folder = temporary_folder();
    r->file = open(path, O_WRONLY | O_CLOEXEC);
    if (r->file < 0)
        return strerror(errno);
    r->path = is_descriptor(path) ? NULL : realpath(path, NULL);
    r->in_place = !r->path;
    if (!r->path)
        r->path = strdup(path);
    if (!r->path || !S_ISREG(old->st_mode))
        return r->path ? NULL : strerror(ENOMEM);
    close(r->file);
    if (!r->in_place && open_in(r, r->path, folder_length(r->path)))
        r->in_place = !stands_for(r, old);
    else if (open_in(r, folder, strlen(folder)))
        r->in_place = true;
    return r->file >= 0 ? NULL : strerror(errno);
}

static const char* open_path(struct replacement* r, const char* path)
{
    struct stat old;
    if (stat(path, &old) == 0)
        return open_old(r, path, &old);
    return errno == ENOENT && *path ? open_new(r, path) : strerror(errno);
}

const char* replacement_open(struct replacement* r, const char* path)
{
    *r = (struct replacement){.file = -1};
    const char* reason = open_path(r, path);
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
        pending[r->slot - 1].duty = NONE;
    free(r->path);
    free(r->temporary);
    r->path = r->temporary = NULL;
    r->file = -1;
    r->slot = 0;
}

// Writes the contents of the temporary file to the path. False with errno set.
static bool copy_back(const struct replacement* r)
{
    char part[COPY_BYTES];
    ssize_t got = -1;
    int from = open(r->temporary, O_RDONLY | O_CLOEXEC);
    int to =
        from < 0 ? -1 : open(r->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (to >= 0 && (got = read(from, part, sizeof part)) > 0 &&
           temporary_write(to, part, (size_t)got))
        continue;
    int reason = errno;
    if (to >= 0 && close(to) != 0 && got == 0) {
        got = -1;
        reason = errno;
    }
    if (from >= 0)
        close(from);
    errno = reason;
    return got == 0;
}

// Gives the complete file its name, or the old one its contents. If neither can be done,
// the temporary file stays.
static const char* move(struct replacement* r)
{
    if (!r->in_place && rename(r->temporary, r->path) == 0)
        return NULL;
    if (r->slot > 0)
        pending[r->slot - 1].duty = SAY;
    if (copy_back(r)) {
        unlink(r->temporary);
        return NULL;
    }
    snprintf(r->reason, sizeof r->reason, "%s; the result is in %s", strerror(errno),
             r->temporary);
    return r->reason;
}

const char* replacement_keep(struct replacement* r)
{
    // close reports a full disk that write did not see, as on a network file system.
    bool good = r->file < 0 || close(r->file) == 0;
    r->file = -1;
    const char* reason = good ? NULL : strerror(errno);
    if (!good)
        replacement_discard(r);
    else if (r->temporary)
        reason = move(r);
    forget(r);
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
