// SPDX-License-Identifier: MIT
// The caller's GL state. Every call that touches GL saves what it changes and restores it
// before it returns, unless the context has another rule (glsort.h).
// docs/gl-state.md lists that state: keep it equal to this header.
#ifndef GLSORT_SAVED_STATE_H
#define GLSORT_SAVED_STATE_H

#include "device.h"
#include "schedule.h"
#include "shared/common.h"

enum {
    STATE_STORAGE_POINTS = 8,
    STATE_MOST_STORAGE_POINTS = 13, // with STATE_MORE_STORAGE, if the device has them
    STATE_UNIFORM_POINTS = 3,       // the last one only with STATE_RUN
};

// The kinds of state that a call changes.
enum state_scope {
    STATE_CREATION = 1 << 0, // creates programs, buffers, textures, framebuffers
    STATE_COMPUTE = 1 << 1,
    STATE_FRAGMENT = 1 << 2,
    STATE_TEXTURES = 1 << 3,        // compute passes that write textures
    STATE_BUFFER_TEXTURES = 1 << 5, // plans that fetch from the caller's buffers
    STATE_RUN = 1 << 4, // plans whose per-run block is larger than the count block
    STATE_MORE_STORAGE = 1 << 7, // plans with passes of more storage blocks
    STATE_TRANSFERS = 1 << 6, // fragment passes that copy from or to the caller's buffers
    STATE_UNIT_0 = 1 << 8,    // << i: texture unit i
    STATE_UNITS = ((1 << UNIT_COUNT) - 1) * STATE_UNIT_0,
    STATE_MORE_TARGETS = STATE_UNIT_0 << UNIT_COUNT, // passes with more draw buffers
    STATE_UPLOADS = STATE_MORE_TARGETS << 1,  // writes parameters or a per-run block
    STATE_COPIES = STATE_MORE_TARGETS << 2,   // copies from buffer to buffer
    STATE_INDIRECT = STATE_MORE_TARGETS << 3, // takes dispatch arguments from a buffer
};

struct range_binding {
    GLint name;
    GLint64 start, size; // size 0: the whole buffer is bound
};

struct texture_unit {
    GLint textures[3]; // 2D, 2D array; only with STATE_BUFFER_TEXTURES: buffer
    GLint sampler;
};

struct image_unit {
    GLint texture, level, layer, access, format;
    GLboolean layered;
};

enum {
    STATE_BUFFER_COUNT = 7,
    STATE_PIXEL_STORE_COUNT = 16,
    STATE_CAPABILITY_COUNT = 24,
    STATE_WINDOW_RECTANGLES = 16, // drivers have 8
};

// State of GL_EXT_window_rectangles.
struct window_rectangles {
    GLint mode, count;
    GLint boxes[STATE_WINDOW_RECTANGLES][4];
};

struct gl_state {
    uint32_t scope;
    GLint program, pipeline;
    struct range_binding uniform[STATE_UNIFORM_POINTS];
    struct range_binding storage[STATE_MOST_STORAGE_POINTS];
    GLint buffers[STATE_BUFFER_COUNT]; // bound to the targets that state.c lists
    GLint pixel_store[STATE_PIXEL_STORE_COUNT];

    GLint active_texture;
    struct texture_unit units[UNIT_COUNT];
    struct image_unit image; // unit 0
    GLint draw_framebuffer, read_framebuffer, vertex_array;
    GLint feedback; // the transform feedback object, in browsers
    GLfloat viewport[4];
    GLboolean capability[STATE_CAPABILITY_COUNT];
    // With STATE_MORE_TARGETS MAX_DRAW_BUFFERS, otherwise USUAL_DRAW_BUFFERS; also if
    // nothing is saved. One stands for all where they have no state of their own.
    GLuint draw_buffers;
    GLboolean blend[MAX_DRAW_BUFFERS];
    GLboolean color_mask[MAX_DRAW_BUFFERS][4];
    GLint polygon_mode[2];
    struct window_rectangles windows;
    GLint clip_origin, clip_depth; // the latter only if the origin is the upper left
};

// Both do nothing if the context has GLSORT_CONTEXT_CLOBBERS_STATE. With
// GLSORT_CONTEXT_RESETS_STATE save queries at most the viewport and the clip control, and
// what restore sets are GL's initial values, what the caller has named, and these.
void glsort_state_save(struct gl_state* s, const struct device* d, uint32_t scope);
void glsort_state_restore(const struct gl_state* s, const struct device* d);

// The storage binding points that are kept with STATE_MORE_STORAGE.
static inline GLuint state_more_points(const struct device* d)
{
    return d->limits.storage_blocks < STATE_MOST_STORAGE_POINTS
               ? d->limits.storage_blocks
               : STATE_MOST_STORAGE_POINTS;
}

// Sets the state that draws and transfers rely on: disables everything that could change
// or drop a fragment, and resets pixel storage, unless the saved values are GL's initial
// ones already.
void glsort_state_prepare_fragment(const struct gl_state* s, const struct device* d);

#endif
