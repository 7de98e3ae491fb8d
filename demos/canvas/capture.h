// SPDX-License-Identifier: MIT
// Frames to files: a PNG, a folder of PNGs, or a film through ffmpeg.
#ifndef DEMO_CAPTURE_H
#define DEMO_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "replacement.h"

enum capture_kind { CAPTURE_PICTURE, CAPTURE_FOLDER, CAPTURE_FILM };

struct capture {
    enum capture_kind kind;
    const char* path;
    struct replacement file; // of a picture or a film
    int width, height;
    FILE* film; // to ffmpeg
    uint32_t written;
};

// What the name asks for: a film if it ends in .gif or .mp4; frames if it ends in a slash
// or names a folder that exists; otherwise a picture, whose name capture_open requires to
// end in .png.
enum capture_kind capture_kind_of(const char* path);

// False and a sentence if nothing could be written there; then nothing is left behind.
bool capture_open(struct capture* capture, const char* path, int width, int height,
                  uint32_t per_second, char* message);
// RGBA, the top row first.
bool capture_frame(struct capture* capture, const uint8_t* rgba, char* message);
// Ends the file and gives it its name, or, if keep is false, leaves nothing of it.
bool capture_close(struct capture* capture, bool keep, char* message);

#endif
