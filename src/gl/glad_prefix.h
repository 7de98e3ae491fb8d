// SPDX-License-Identifier: MIT
// The library includes glad through this header only. glad is generated at build time.
// Its functions are renamed before its header is read, here and (by -include) in its own
// gl.c, so that a static glsort links with a program that has its own glad.
#ifndef GLSORT_GLAD_PREFIX_H
#define GLSORT_GLAD_PREFIX_H

#define gladLoadGLContext glsort_glad_load_gl
#define gladLoadGLContextUserPtr glsort_glad_load_gl_user
#define gladLoadGLES2Context glsort_glad_load_gles
#define gladLoadGLES2ContextUserPtr glsort_glad_load_gles_user

#include <glad/gl.h>

#endif
