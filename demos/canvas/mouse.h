// SPDX-License-Identifier: MIT
// What the mouse has done since the last frame.
#ifndef DEMO_MOUSE_H
#define DEMO_MOUSE_H

#include <stdbool.h>

#include "ui.h"

// Buttons are true while held; the wheel is of this frame. What ImGui's panel takes is
// not shown here.
struct view_mouse {
    float x, y, dx, dy, wheel;
    bool left, right;
    bool pressed; // the left button went down in this frame
};

// Where it was in the last frame; zero at first.
struct mouse_trail {
    float x, y;
    bool left;
};

// taken: the panel has taken the mouse; then only the place is shown.
struct view_mouse mouse_follow(struct mouse_trail* trail, const struct ui_input* input,
                               bool taken);

#endif
