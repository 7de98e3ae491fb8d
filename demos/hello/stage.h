// SPDX-License-Identifier: MIT
// What the programs around the code of README.md share: an off-screen context with a
// frame buffer of one pixel, and a program that gives every particle its index as shade.
#ifndef HELLO_STAGE_H
#define HELLO_STAGE_H

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

struct offscreen;

// NULL on failure, after a message that begins with the name of the program.
struct offscreen* stage_open(const char* program);
void stage_close(struct offscreen* gl);

GLuint stage_buffer(GLsizeiptr bytes, const void* data);

// The particle that is seen.
GLuint stage_seen(void);

#endif
