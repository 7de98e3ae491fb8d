// SPDX-License-Identifier: MIT
// What every GL test stands on: an off-screen context of one API, in a process of its
// own. Mesa decides once a process which version it offers, so each API gets a child
// process.
#ifndef GL_HARNESS_H
#define GL_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

#include <glsort/glsort_inspect.h>

#include "glad_prefix.h"
#include "offscreen.h"

// GL_API_ES31 is GL_API_ES32 on drivers that have no newer version, such as ANGLE: tests
// run on it only if it is named on the command line. So do those on GL_API_41, which has
// what macOS has: no function of a later version or of an extension is found.
enum gl_api {
    GL_API_43,
    GL_API_33,
    GL_API_33_COMPAT,
    GL_API_ES30,
    GL_API_ES32,
    GL_API_ES31,
    GL_API_41,
    GL_API_COUNT
};

enum {
    GL_API_ALL = (1 << GL_API_COUNT) - 1,
    GL_API_ES_COMPUTE = 1 << GL_API_ES32 | 1 << GL_API_ES31,
    GL_API_ES_ALL = 1 << GL_API_ES30 | GL_API_ES_COMPUTE,
    GL_API_COMPUTE = 1 << GL_API_43 | GL_API_ES_COMPUTE,
};

struct gl_harness {
    enum gl_api api;
    bool gles;
    bool has_compute;
    struct offscreen* offscreen;
    GladGLContext gl;     // of the test itself: unmocked
    glsort_limits limits; // of the device, unmocked
};

const char* gl_api_name(enum gl_api api);

// True if everything is to be tested, however long that takes.
bool gl_test_all(void);

// So many elements, or fewer if GLSORT_TEST_MOST says so.
uint32_t gl_test_at_most(uint32_t count);

// True if this API runs only a sample of the tests, because another one with the same
// code paths runs all: GLES with compute shaders, unless everything is to be tested.
bool gl_test_samples(const struct gl_harness* h);

// Returns whether a thing is offered that only some drivers have. Fails the test if not,
// except on a device that GLSORT_TEST_DEVICE names.
bool gl_test_needs(bool offered);

// True if the device that GLSORT_TEST_DEVICE names gives a later version than the API's
// and cannot hide it; then the reason is printed. False on the software renderer, where
// such a context must exist.
bool gl_harness_lacks(enum gl_api api);

// Opens a strict context of the API and makes it current. Fails the test, and never skips
// it, if there is none.
void gl_harness_open(struct gl_harness* h, enum gl_api api);
// The same with a debug context, and with objects shared with another one (or NULL).
void gl_harness_open_as(struct gl_harness* h, enum gl_api api, bool debug,
                        struct gl_harness* share);
// On a platform of offscreen_list(), or on any (NULL). Each has a display of its own.
void gl_harness_open_on(struct gl_harness* h, enum gl_api api, const char* platform);
// The newest context of the API's kind that the driver has, with all that it knows. Only
// in a process that opens no other.
void gl_harness_open_newest(struct gl_harness* h, enum gl_api api);
// Keeps the API, to be opened again.
void gl_harness_close(struct gl_harness* h);

// A context on the harness's GL context, with no mock between; fails the test if refused.
glsort_context* gl_harness_context(struct gl_harness* h, uint32_t flags);

// The same with lines before every shader.
glsort_context* gl_harness_context_defining(struct gl_harness* h, uint32_t flags,
                                            const char* defines);

// Each creates, or fails the test with the library's own words.
glsort_context* gl_make_context(const glsort_context_desc* desc, const char* defines);
glsort_plan* gl_make_plan(glsort_context* context, const glsort_sort_desc* desc);

// Returns the first pending GL error, and clears all of them.
GLenum gl_take_error(struct gl_harness* h);

// ---- buffers of the test --------------------------------------------------------------

GLuint gl_buffer_create(struct gl_harness* h, size_t bytes, const void* data);
void gl_buffer_write(struct gl_harness* h, GLuint name, size_t at, size_t bytes,
                     const void* data);
void gl_buffer_read(struct gl_harness* h, GLuint name, size_t at, size_t bytes,
                    void* data);

#endif
