// SPDX-License-Identifier: MIT
// What the demos' programs have in common: the options of where a picture goes, and what
// a window or an off-screen run calls of a program.
#ifndef DEMO_PROGRAM_H
#define DEMO_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

#include "option_table.h"
#include "ui.h"

enum { PROGRAM_MESSAGE_BYTES = 512 };

struct program_options {
    const char* out;    // NULL: none
    const char* device; // as offscreen_desc
    int width, height;
    uint32_t frames; // 0: one picture
    uint32_t per_second;
    int gl; // 0: the newest; 33 or 43
    bool headless;
    bool window;
    bool panel; // shows the panel in pictures
    bool plain; // no labels in pictures
    bool timing;
    bool debug;
    bool help;
};

struct program_options program_defaults(void);

// Parses the options of a program, in the order of --help: lists[0], the common options
// of where it is shown, lists[1], and the common options of what it reports. Both lists
// fill in `options`, of which `common` is a part. False and a sentence that says what to
// do.
bool program_options_parse(const struct option_list lists[2], void* options,
                           struct program_options* common, int argc, char** argv,
                           char* message);

// The same for --help, to stdout.
void program_options_print(const struct option_list lists[2]);

// Keys that are not characters, as program.key gets them.
enum { KEY_LEFT = 256, KEY_RIGHT, KEY_HOME, KEY_END };

// A program as window and off-screen run see it. message: PROGRAM_MESSAGE_BYTES. A
// function that returns false has written a sentence there.
struct program {
    const char* name;    // of the program: "glsort-particles"
    const char* title;   // of its window
    const char* picture; // where pictures go without --out
    void* state;         // what the functions are given
    // The GL context is current, gfx_load and ui_create were called. `destroy` is called
    // even if this fails, and never without it.
    bool (*create)(void* state, glsort_get_proc get_proc, void* user, bool headless,
                   char* message);
    void (*destroy)(void* state);
    // Draws one frame, `step` seconds after the last one, to the frame buffer.
    bool (*frame)(void* state, const struct ui_input* input, uint32_t frame, int width,
                  int height, float scale, float step, char* message);
    // A key: lower-case letter, digit, ' ', '\t' or KEY_*.
    void (*key)(void* state, int key);
    // Shows a sentence for some seconds; NULL takes the last one away.
    void (*notice)(void* state, const char* text, float seconds);
};

// True if the options ask for a run without a window.
bool program_is_headless(const struct program_options* options);

// True if that run ends after one picture.
bool program_is_still(const struct program_options* options);

// Writes a sentence, and is always false, for callers to return.
bool program_fail(char* message, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// Ends main: completes stdout and, on failure, prints "NAME: sentence". The exit status.
int program_end(const char* name, bool ok, char* message);

#endif
