// SPDX-License-Identifier: MIT
// What the demos have around what they show: a frame and the part of it that the panel
// leaves, the mouse, a pause, a sentence for a while, and the context of glsort.
#ifndef DEMO_SHELL_H
#define DEMO_SHELL_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort.h>

#include "program.h"
#include "ui.h"

// Buttons are true while held; the wheel is of this frame. What ImGui's panel takes is
// not shown here.
struct view_mouse {
    float x, y, dx, dy, wheel;
    bool left, right;
    bool pressed; // the left button went down in this frame
};

// One frame. The frame buffer is bound, its viewport is all of it, and it is cleared to
// UI_BACKGROUND; what binds another binds this again: gfx_bind(frame, ...).
struct view_frame {
    uint32_t frame;        // GL frame buffer; 0: the window's
    int width, height;     // pixels
    float scale;           // pixels of one unit of layout: 1 at 1280x720, 2 at 2560x1440
    struct view_rect area; // what the panel leaves: draw here
    double time;           // seconds since the start; by frame number where headless
    float step;            // seconds since the last frame
    uint32_t number;       // of the frame, from 0
    struct view_mouse mouse;
};

struct shell {
    bool headless;
    bool paused;
    bool shows_panel;
    float panel_width;                  // units of layout
    uint32_t frames;                    // drawn
    float smooth_step;                  // seconds that a frame takes, averaged
    struct ui_input last;               // of the mouse; zero at first
    char notice[PROGRAM_MESSAGE_BYTES]; // shown for a while
    float notice_left;                  // seconds
};

struct shell shell_of(const struct program_options* options, bool headless,
                      float panel_width);

// The context of glsort for the GL context that is current; NULL and a sentence if there
// is none. message: PROGRAM_MESSAGE_BYTES, here and below.
glsort_context* shell_sorter(glsort_get_proc get_proc, void* user, bool debug,
                             char* message);

// The frame that comes next. In a small window it has all of the width, and the panel
// covers it.
struct view_frame shell_frame(const struct shell* shell, uint32_t frame, int width,
                              int height, float scale);

// Clears the frame, and begins controls and drawing in two dimensions.
void shell_begin(struct shell* shell, struct view_frame* frame,
                 const struct ui_input* input, float step);
// Between them the controls of the panel; false: there is none in this frame.
bool shell_panel_begin(const struct shell* shell, const struct view_frame* frame);
void shell_panel_end(struct shell* shell);
// Ends the frame, of which `ok` says whether all was drawn. A window goes on after a
// fault and shows it; headless, returns `ok`.
bool shell_end(struct shell* shell, const struct view_frame* frame, float step, bool ok,
               const char* message);

void shell_clear(const struct view_frame* frame);
void shell_notice(struct shell* shell, const char* text, float seconds);

#endif
