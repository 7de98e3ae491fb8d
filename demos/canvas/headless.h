// SPDX-License-Identifier: MIT
// A program without a window: frames drawn off screen and written to files.
#ifndef DEMO_HEADLESS_H
#define DEMO_HEADLESS_H

#include "capture.h"
#include "gfx.h"
#include "offscreen.h"
#include "program.h"
#include "progress_line.h"

// What a run has open and allocated: nothing if all is zero.
struct headless {
    const struct program* program;
    const struct program_options* options;
    struct offscreen* offscreen;
    struct gfx_target target;
    struct capture capture;
    bool is_capturing;
    bool is_created;           // GL is loaded, and the program has been asked to create
    uint8_t* pixels;           // of the target, RGBA
    float scale;               // pixels of one unit of layout
    struct progress_line line; // what takes long
};

// Starts `line`, opens the file, a context and the frame, and creates the program. False
// and a sentence (PROGRAM_MESSAGE_BYTES) on failure; call headless_close all the same.
bool headless_open(struct headless* run, const struct program* program,
                   const struct program_options* options, char* message);

// Draws the next frame and writes nothing.
bool headless_frame(struct headless* run, char* message);

// Draws the frames that the options ask for. Writes all of them for a film, and the last
// one for a picture.
bool headless_draw(struct headless* run, char* message);

// Times of frames, in milliseconds.
struct frame_times {
    double median, least, most;
    int count;
};

// Times as many frames as --frames says, or 60, with nothing written; fewer where they
// take long. The first frames compile and are not counted. `seen` is called after each
// frame that counts; it may be NULL.
bool headless_time_frames(struct headless* run, struct frame_times* times,
                          void (*seen)(void* user), void* user, char* message);

// "device     RENDERER, GL VERSION", to stdout.
void headless_print_device(void);

// Keeps what was written if `ok`, prints its name, and frees all. False and a sentence if
// not ok, if the file cannot be kept, or if the driver has reported faults.
bool headless_close(struct headless* run, bool ok, char* message);

// Milliseconds on a monotonic clock.
double headless_now_ms(void);
// The median; sorts the values.
double headless_median(double* values, int count);

#endif
