// SPDX-License-Identifier: MIT
// The demo without its window: the scene, the camera, how it is sorted, and the view that
// is shown. Window and off-screen run call it for every frame.
#ifndef LAYERS_APP_H
#define LAYERS_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "blended.h"
#include "lists.h"
#include "methods.h"
#include "options.h"
#include "progress.h"
#include "resolve.h"
#include "scene.h"
#include "shell.h"
#include "tone.h"
#include "ui.h"

struct app {
    struct options options;
    glsort_context* sorter;
    struct scene scene;
    struct tone tone;
    struct blended blended;
    struct lists lists;     // with compute shaders
    struct resolve resolve; // likewise
    struct methods methods; // likewise
    struct progress progress;
    struct scene_view progress_view; // that it was made for
    struct gfx_target thumbnails[2]; // its picture, and its layers
    struct gfx_target panel;         // one of the methods
    struct camera camera;
    uint32_t heat_program, heat_scale;
    struct progress_line* line; // says what takes long; NULL: nothing does
    bool has_lists;
    struct shell shell;
    bool turns; // the camera goes round by itself
    bool drags_split;
    int view, sort; // enum layers_view, layers_sort
    float split;
    float time;
};

// See struct program; the state is a struct app whose options are set.
bool app_create(void* state, glsort_get_proc get_proc, void* user, bool headless,
                char* message);
void app_destroy(void* state);
bool app_draw(void* state, const struct ui_input* input, uint32_t frame, int width,
              int height, float scale, float step, char* message);
void app_key(void* state, int key);
void app_notice(void* state, const char* text, float seconds);

// Draws the sorted picture alone to the target, without labels, all of it as `sort` says.
bool app_draw_sorted(struct app* app, const struct gfx_target* target, int sort,
                     char* message);

// Makes the scene anew so that pixels with layers have so many on average, in a picture
// of this size. False and a sentence on failure.
bool app_set_layers(struct app* app, float layers, int width, int height, char* message);

// Layers of a pixel that has any, on average.
double app_layers(const struct app* app);

#endif
