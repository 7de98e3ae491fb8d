// SPDX-License-Identifier: MIT
// What a view of the demo is, and what it is given. Main owns the window or the
// off-screen frame, the particles, the settings and one view at a time; a view draws a
// frame of itself and shows its own controls, and knows no other view.
#ifndef DEMO_VIEW_H
#define DEMO_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <glsort/glsort_inspect.h>

#include "shell.h"

// What the user wants of the sort; edited by main's panel, read by all views.
struct sort_settings {
    glsort_tuning tuning; // its algorithm, AUTO too
    glsort_backend backend;
    glsort_direction order;    // descending is far to near, as blending needs it
    uint32_t count;            // particles
    uint32_t every;            // frames from one sort to the next, 1 and up
    uint32_t passes_per_frame; // of the time line; 0: all
};

// The particles (scene.h). Their order in memory never changes, so an index names one.
struct scene;
struct progress_line;

// GL buffer of the depth of each particle, a float, for the camera as it is; made anew if
// the version has changed, on the GPU.
uint32_t scene_keys(struct scene* scene);
// The same on the CPU: waits for the GPU.
void scene_read_keys(struct scene* scene, uint32_t first, uint32_t count, uint32_t* keys);
// Draws the first `count` indices of the buffer as blended particles with their
// background into the rectangle.
void scene_draw(struct scene* scene, const struct view_frame* frame,
                const struct view_rect* where, uint32_t order, uint32_t count);

enum { MOST_RIVALS = 4 };

// One of --race LIST: a form, or an algorithm in the form that suits the backend.
struct rival {
    const glsort_form* form; // NULL: as the algorithm says
    glsort_algorithm algorithm;
};

struct options;

// What a view may use; lives as long as the view.
struct view_host {
    glsort_context* sorter;
    glsort_limits limits;
    struct sort_settings* settings;
    struct scene* scene;
    struct progress_line* line; // says what takes long; may be NULL
    bool headless;
    bool is_still;                 // headless, and only one picture is wanted
    const struct options* options; // of the command line
};

// What a view calls when it cannot go on: main shows the sentence and, headless, ends.
// message has PROGRAM_MESSAGE_BYTES. A function that returns false has written one.
struct view {
    const char* name;    // on the command line: "progress"
    const char* title;   // for people: "Progress"
    const char* summary; // what it shows, in a line
    uint32_t max_count;  // main lowers settings->count to it; 0: no limit
    bool freezes;        // the particles stand still while this view is shown
    size_t bytes;        // of its state, which is all zero before create
    // All functions but create, draw and destroy may be NULL. destroy is called even if
    // create fails.
    bool (*create)(void* view, const struct view_host* host, char* message);
    // Settings, particles or count have changed: takes them in. False: cannot.
    bool (*restart)(void* view, char* message);
    bool (*draw)(void* view, const struct view_frame* frame, char* message);
    // Controls inside main's panel; called before draw.
    void (*panel)(void* view);
    // A key that main has no use for: lower-case letter, digit, ' ' or KEY_*.
    void (*key)(void* view, int key);
    void (*destroy)(void* view);
};

// The views, in the order of their tabs and of the keys 1, 2, ...
extern const struct view scene_view;
extern const struct view progress_view;
extern const struct view tree_view;
extern const struct view race_view;
extern const struct view timeline_view;
extern const struct view waterfall_view;

// As on the command line and for people.
const char* backend_name(glsort_backend backend);

#endif
