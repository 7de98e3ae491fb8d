// SPDX-License-Identifier: MIT
// The functions of the quick start, for hello.c; and for the quick start itself, which
// the compiler reads after this file, the GL header that a reader of README.md has.
#ifndef HELLO_QUICKSTART_H
#define HELLO_QUICKSTART_H

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#ifdef __cplusplus
extern "C" {
#endif

int sort_init(unsigned most_particles);
void draw_sorted(unsigned depths, unsigned order, unsigned count);
void sort_shutdown(void);

#ifdef __cplusplus
}
#endif

#endif
