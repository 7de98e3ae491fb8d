// SPDX-License-Identifier: MIT
// What the examples and the programs of the documents need besides glsort: an off-screen
// context with a frame buffer, buffers and programs in one call, and the picture as a
// file.
#ifndef EXAMPLES_STAGE_H
#define EXAMPLES_STAGE_H

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "offscreen.h"

// A context of this kind, current, with a frame buffer of RGBA8 that is bound, black and
// as large as the viewport, and a vertex array. NULL on failure, after a message that
// begins with the name of the program.
struct offscreen* stage_open(const char* program, enum offscreen_api api, int width,
                             int height);
void stage_close(struct offscreen* gl);

// data: NULL for zeros.
GLuint stage_buffer(size_t bytes, const void* data);

// 0 on failure, after the driver's message. fragment, captured: may be NULL; captured is
// an output of the vertex shader for transform feedback.
GLuint stage_program(const char* vertex, const char* fragment, const char* captured);

// 0 on failure, after the driver's message.
GLuint stage_compute(const char* text);

// Has the program draw translucent points or triangles, by its uniform to_clip, from a
// buffer of records of floats whose first `parts` are attribute 0.
void stage_use(GLuint program, const float to_clip[16], GLuint records, int parts,
               int floats);

// Writes the frame buffer to a PNG file. False on failure, after a message.
bool stage_write(const char* path, int width, int height);

#ifdef __cplusplus
}
#endif

#endif
