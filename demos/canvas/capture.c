// SPDX-License-Identifier: MIT
#include "capture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "image.h"

extern char** environ;

static bool ends_in(const char* text, const char* ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcasecmp(text + length - tail, ending) == 0;
}

static bool is_folder(const char* path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

enum capture_kind capture_kind_of(const char* path)
{
    if (ends_in(path, "/") || is_folder(path))
        return CAPTURE_FOLDER;
    if (ends_in(path, ".gif") || ends_in(path, ".mp4"))
        return CAPTURE_FILM;
    return CAPTURE_PICTURE;
}

static bool refuse(const char* path, const char* reason, char* message,
                   size_t message_bytes)
{
    snprintf(message, message_bytes, "%s cannot be written (%s); choose another --out",
             path, reason);
    return false;
}

// ffmpeg gets the file as this descriptor. Given its name, it could create the file again
// after a signal has ended us and removed it, or could take the name for a protocol.
enum { FILM_FILE = 3 };
static char film_name[] = "/dev/fd/3";

// Starts ffmpeg with the end of a pipe as its input; true if it runs.
static bool spawn(struct capture* c, char* const arguments[])
{
    int ends[2];
    posix_spawn_file_actions_t actions;
    pid_t process = 0;
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, c->file.file, FILM_FILE);
    int result = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (result != 0) {
        close(ends[1]);
        errno = result;
        return false;
    }
    c->pipe = ends[1];
    c->process = process;
    return true;
}

static bool start_film(struct capture* c, uint32_t per_second)
{
    char size[32], rate[16];
    // A .gif gets a palette of its own; players of .mp4 want even sides and yuv420p.
    char gif[] = "split[a][b];[a]palettegen=stats_mode=diff[p];"
                 "[b][p]paletteuse=dither=sierra2_4a";
    char mp4[] = "crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p";
    const bool is_gif = ends_in(c->path, ".gif");
    snprintf(size, sizeof size, "%dx%d", c->width, c->height);
    snprintf(rate, sizeof rate, "%u", (unsigned)per_second);
    char* const arguments[] = {"ffmpeg",   "-loglevel",
                               "error",    "-y",
                               "-f",       "rawvideo",
                               "-pix_fmt", "rgba",
                               "-s",       size,
                               "-r",       rate,
                               "-i",       "-",
                               "-vf",      is_gif ? gif : mp4,
                               "-f",       is_gif ? "gif" : "mp4",
                               film_name,  NULL};
    signal(SIGPIPE, SIG_IGN);
    return spawn(c, arguments);
}

bool capture_open(struct capture* capture, const char* path, int width, int height,
                  uint32_t per_second, char* message, size_t message_bytes)
{
    *capture = (struct capture){
        .kind = capture_kind_of(path),
        .path = path,
        .width = width,
        .height = height,
        .pipe = -1,
    };
    if (capture->kind == CAPTURE_FOLDER) {
        if (mkdir(path, 0777) == 0 || (errno == EEXIST && is_folder(path)))
            return true;
        return refuse(path, strerror(errno), message, message_bytes);
    }
    if (capture->kind == CAPTURE_PICTURE && !ends_in(path, ".png")) {
        snprintf(message, message_bytes,
                 "--out %s ends in none of .png, .gif, .mp4 and / for a folder", path);
        return false;
    }
    // Now, so that what cannot be written is known before the first frame is drawn.
    const char* reason = replacement_open(&capture->file, path);
    if (reason)
        return refuse(path, reason, message, message_bytes);
    if (capture->kind == CAPTURE_PICTURE || start_film(capture, per_second))
        return true;
    snprintf(message, message_bytes,
             "%s needs ffmpeg, which cannot be started (%s); install it, or give --out a "
             "folder/ for frames",
             path, strerror(errno));
    replacement_discard(&capture->file);
    return false;
}

static bool write_all(int pipe, const uint8_t* data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(pipe, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        bytes -= (size_t)written;
    }
    return true;
}

bool capture_frame(struct capture* capture, const uint8_t* rgba, char* message,
                   size_t message_bytes)
{
    const struct capture* c = capture;
    const size_t bytes = (size_t)c->width * (size_t)c->height * 4;
    bool ok = true;
    if (c->kind == CAPTURE_FILM) {
        ok = write_all(c->pipe, rgba, bytes) ||
             refuse(c->path, strerror(errno), message, message_bytes);
    } else if (c->kind == CAPTURE_PICTURE) {
        const char* reason = image_write(&capture->file, c->width, c->height, rgba);
        ok = !reason || refuse(c->path, reason, message, message_bytes);
    } else {
        const bool slash = ends_in(c->path, "/");
        size_t room = strlen(c->path) + 32;
        char* name = malloc(room);
        if (name)
            snprintf(name, room, "%s%sframe%05u.png", c->path, slash ? "" : "/",
                     (unsigned)c->written);
        ok = name &&
             image_write_png(name, c->width, c->height, rgba, message, message_bytes);
        free(name);
    }
    capture->written++;
    return ok;
}

bool capture_close(struct capture* capture, bool keep, char* message,
                   size_t message_bytes)
{
    struct capture* c = capture;
    int status = 0;
    if (c->kind != CAPTURE_FILM) {
        replacement_discard(&c->file);
        return keep;
    }
    close(c->pipe);
    while (waitpid((pid_t)c->process, &status, 0) < 0 && errno == EINTR)
        continue;
    bool ok = keep && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (keep && !ok)
        snprintf(message, message_bytes,
                 "ffmpeg could not make %s; its messages are above", c->path);
    const char* reason = ok ? replacement_keep(&c->file) : NULL;
    replacement_discard(&c->file);
    return reason ? refuse(c->path, reason, message, message_bytes) : ok;
}
