// SPDX-License-Identifier: MIT
#include "capture.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image.h"
#include "program.h"

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

static bool refuse(const char* path, const char* reason, char* message)
{
    return program_fail(message, "%s cannot be written (%s); choose another --out", path,
                        reason);
}

// Starts ffmpeg on the end of a pipe; NULL if it cannot be started. It gets the file as a
// descriptor: given its name, it could create the file again after a signal has ended us
// and removed it, or could take the name for a protocol.
static FILE* start_film(const struct capture* c, uint32_t per_second)
{
    // A .gif gets a palette of its own; players of .mp4 want even sides and yuv420p.
    static const char* const formats[] = {
        "-vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p' -f mp4",
        "-vf 'split[a][b];[a]palettegen=stats_mode=diff[p];"
        "[b][p]paletteuse=dither=sierra2_4a' -f gif"};
    char command[512];
    // By popen(), because system() would ignore signals that come meanwhile.
    FILE* found = popen("command -v ffmpeg >/dev/null", "w");
    if (found == NULL || pclose(found) != 0)
        return NULL;
    const int file = dup(c->file.file); // which ffmpeg inherits
    snprintf(
        command, sizeof command,
        "exec ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgba -s %dx%d -r %u -i - "
        "%s /dev/fd/%d",
        c->width, c->height, (unsigned)per_second, formats[ends_in(c->path, ".gif")],
        file);
    signal(SIGPIPE, SIG_IGN);
    FILE* film = file < 0 ? NULL : popen(command, "w");
    close(file);
    return film;
}

bool capture_open(struct capture* capture, const char* path, int width, int height,
                  uint32_t per_second, char* message)
{
    *capture = (struct capture){
        .kind = capture_kind_of(path),
        .path = path,
        .width = width,
        .height = height,
    };
    if (capture->kind == CAPTURE_FOLDER) {
        if (mkdir(path, 0777) == 0 || (errno == EEXIST && is_folder(path)))
            return true;
        return refuse(path, strerror(errno), message);
    }
    if (capture->kind == CAPTURE_PICTURE && !ends_in(path, ".png"))
        return program_fail(
            message, "--out %s ends in none of .png, .gif, .mp4 and / for a folder",
            path);

    // Now, so that what cannot be written is known before the first frame is drawn.
    const char* reason = replacement_open(&capture->file, path);
    if (reason)
        return refuse(path, reason, message);
    if (capture->kind == CAPTURE_PICTURE)
        return true;
    capture->film = start_film(capture, per_second);
    if (capture->film)
        return true;
    replacement_discard(&capture->file);
    return program_fail(message,
                        "%s needs ffmpeg, which cannot be started; install it, or give "
                        "--out a folder/ for frames",
                        path);
}

bool capture_frame(struct capture* capture, const uint8_t* rgba, char* message)
{
    const struct capture* c = capture;
    const size_t bytes = (size_t)c->width * (size_t)c->height * 4;
    bool ok = true;
    if (c->kind == CAPTURE_FILM) {
        ok = fwrite(rgba, 1, bytes, c->film) == bytes ||
             refuse(c->path, strerror(errno), message);
    } else if (c->kind == CAPTURE_PICTURE) {
        const char* reason = image_write(&capture->file, c->width, c->height, rgba);
        ok = !reason || refuse(c->path, reason, message);
    } else {
        const bool slash = ends_in(c->path, "/");
        size_t room = strlen(c->path) + 32;
        char* name = malloc(room);
        if (name)
            snprintf(name, room, "%s%sframe%05u.png", c->path, slash ? "" : "/",
                     (unsigned)c->written);
        ok = name && image_write_png(name, c->width, c->height, rgba, message);
        free(name);
    }
    capture->written++;
    return ok;
}

bool capture_close(struct capture* capture, bool keep, char* message)
{
    struct capture* c = capture;
    if (c->kind != CAPTURE_FILM) {
        replacement_discard(&c->file);
        return keep;
    }
    bool ok = pclose(c->film) == 0 && keep;
    if (keep && !ok)
        program_fail(message, "ffmpeg could not make %s; its messages are above",
                     c->path);
    const char* reason = ok ? replacement_keep(&c->file) : NULL;
    replacement_discard(&c->file);
    return reason ? refuse(c->path, reason, message) : ok;
}
