// SPDX-License-Identifier: MIT
// The demo without its window: particles, settings, the view that is shown and the panel
// of controls. Window and headless run call it for every frame.
#ifndef DEMO_APP_H
#define DEMO_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloud.h"
#include "options.h"
#include "splats.h"
#include "ui.h"
#include "view.h"

// What a file lists, and how much of it is not in the scene.
struct file_counts {
    uint32_t listed; // 0: there is no file
    uint32_t left_out;
};

struct progress_line;

struct app {
    struct options options;
    struct sort_settings settings; // wanted
    struct sort_settings applied;  // what scene and view were made for
    enum particle_kind kind;
    enum particle_kind applied_kind;
    struct view_host host;
    struct cloud cloud; // of the file; count 0: not loaded
    char cloud_name[320];
    struct file_counts cloud_counts;
    struct splats splats; // of the file, or made; count 0: not loaded
    char splats_name[320];
    struct file_counts splats_counts;
    bool is_pond; // Debian's
    const struct view* view;
    const struct view* wanted_view;
    void* view_state;
    struct progress_line* line; // says what takes long; NULL: nothing does
    struct shell shell;
    double time;
};

// As struct program says; the state is a struct app whose options are set. A window goes
// on after a fault of a frame and shows it; headless, false and a sentence.
bool app_create(void* state, glsort_get_proc get_proc, void* user, bool headless,
                char* message);
void app_destroy(void* state);
bool app_frame(void* state, const struct ui_input* input, uint32_t frame, int width,
               int height, float scale, float step, char* message);
void app_key(void* state, int key);
void app_notice(void* state, const char* text, float seconds);

// The frame as the view was given it last; for checks.
struct view_frame app_last_frame(const struct app* app, uint32_t frame, int width,
                                 int height, float scale);

// "pond.0.ply (the file is damaged: ...)", or the scene's name.
void app_describe_scene(const struct app* app, char* text, size_t bytes);

#endif
