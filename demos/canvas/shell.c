// SPDX-License-Identifier: MIT
#include "shell.h"

#include <stdio.h>

#include "gfx.h"
#include "labels.h"

struct shell shell_of(const struct program_options* options, bool headless,
                      float panel_width)
{
    return (struct shell){.headless = headless,
                          .shows_panel = !headless || options->panel,
                          .panel_width = panel_width,
                          .smooth_step = 1.0f / 60.0f};
}

glsort_context* shell_sorter(glsort_get_proc get_proc, void* user, bool debug,
                             char* message)
{
    glsort_context* sorter = NULL;
    const glsort_context_desc desc = {
        .get_proc = get_proc,
        .get_proc_user = user,
        .message = message,
        .message_bytes = PROGRAM_MESSAGE_BYTES,
        .flags = GLSORT_CONTEXT_COMPILER_THREADS | (debug ? GLSORT_CONTEXT_DEBUG : 0),
    };
    return glsort_context_create(&desc, &sorter) == GLSORT_OK ? sorter : NULL;
}

struct view_frame shell_frame(const struct shell* shell, uint32_t frame, int width,
                              int height, float scale)
{
    float right = shell->shows_panel ? (shell->panel_width + 24.0f) * scale : 0.0f;
    if (right > 0.6f * (float)width)
        right = 0.0f;
    return (struct view_frame){
        .frame = frame,
        .width = width,
        .height = height,
        .scale = scale,
        .area = {0.0f, 0.0f, (float)width - right, (float)height},
        .number = shell->frames,
    };
}

void shell_clear(const struct view_frame* frame)
{
    const ui_color c = ui_tone(UI_BACKGROUND);
    gfx_bind(frame->frame, frame->width, frame->height);
    glClearColor((float)(c & 255u) / 255.0f, (float)(c >> 8 & 255u) / 255.0f,
                 (float)(c >> 16 & 255u) / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

// What the mouse has done since the last frame; only its place if the panel has taken it.
static struct view_mouse follow(const struct ui_input* last, const struct ui_input* input,
                                bool taken)
{
    struct view_mouse mouse = {.x = input->x, .y = input->y};
    if (!taken) {
        mouse.dx = input->x - last->x;
        mouse.dy = input->y - last->y;
        mouse.wheel = input->wheel;
        mouse.left = input->left;
        mouse.right = input->right;
        mouse.pressed = input->left && !last->left;
    }
    return mouse;
}

void shell_begin(struct shell* shell, struct view_frame* frame,
                 const struct ui_input* input, float step)
{
    shell->smooth_step += 0.1f * (step - shell->smooth_step);
    frame->step = shell->paused ? 0.0f : step;
    shell_clear(frame);
    ui_begin(frame->width, frame->height, frame->scale, step, input);
    frame->mouse = follow(&shell->last, input, ui_wants_mouse());
    shell->last = *input;
}

bool shell_panel_begin(const struct shell* shell, const struct view_frame* frame)
{
    const float s = frame->scale, width = shell->panel_width * s;
    if (!shell->shows_panel || frame->area.width >= (float)frame->width)
        return false;
    ui_panel_begin("controls", (float)frame->width - width - 12.0f * s, 12.0f * s, width,
                   (float)frame->height - 24.0f * s);
    return true;
}

void shell_panel_end(struct shell* shell)
{
    if (!shell->headless) {
        ui_heading("Frame");
        ui_value("time", "%.1f ms", 1000.0 * (double)shell->smooth_step);
        if (ui_button(shell->paused ? "resume" : "pause"))
            shell->paused = !shell->paused;
    }
    ui_panel_end();
}

bool shell_end(struct shell* shell, const struct view_frame* frame, float step, bool ok,
               const char* message)
{
    if (!ok && !shell->headless)
        shell_notice(shell, message, 6.0f);
    if (shell->notice_left > 0.0f) {
        shell->notice_left -= step;
        label_notice(&frame->area, frame->scale, shell->notice);
    }
    gfx_bind(frame->frame, frame->width, frame->height);
    ui_end();
    shell->frames++;
    return ok || !shell->headless;
}

void shell_notice(struct shell* shell, const char* text, float seconds)
{
    snprintf(shell->notice, sizeof shell->notice, "%s", text ? text : "");
    shell->notice_left = seconds;
}
