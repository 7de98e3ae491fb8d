// SPDX-License-Identifier: MIT
// The functions of README.md from positions to the draw call, for draworder.c; and for
// their own text, which the compiler reads after this file, the GL header that a reader
// of README.md has.
#ifndef HELLO_DRAWSTART_H
#define HELLO_DRAWSTART_H

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#ifdef __cplusplus
extern "C" {
#endif

int order_init(unsigned most_particles);
void draw_particles(unsigned particles, unsigned count, const float eye[3],
                    const float ahead[3], const float view_projection[16],
                    unsigned indices, unsigned command);
void order_shutdown(void);

#ifdef __cplusplus
}
#endif

#endif
