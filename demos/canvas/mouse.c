// SPDX-License-Identifier: MIT
#include "mouse.h"

struct view_mouse mouse_follow(struct mouse_trail* trail, const struct ui_input* input,
                               bool taken)
{
    struct view_mouse mouse = {.x = input->x, .y = input->y};
    if (!taken) {
        mouse.dx = input->x - trail->x;
        mouse.dy = input->y - trail->y;
        mouse.wheel = input->wheel;
        mouse.left = input->left;
        mouse.right = input->right;
        mouse.pressed = input->left && !trail->left;
    }
    *trail = (struct mouse_trail){input->x, input->y, input->left};
    return mouse;
}
